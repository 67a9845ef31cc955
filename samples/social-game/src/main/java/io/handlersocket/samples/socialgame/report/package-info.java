// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What happened in a month, by SQL. */
@NullMarked
package io.handlersocket.samples.socialgame.report;

import org.jspecify.annotations.NullMarked;
