// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
@NullMarked
package io.handlersocket.samples.socialgame.page;

import org.jspecify.annotations.NullMarked;
