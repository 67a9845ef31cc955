// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Who is logged in. */
@NullMarked
package io.handlersocket.samples.socialgame.session;

import org.jspecify.annotations.NullMarked;
