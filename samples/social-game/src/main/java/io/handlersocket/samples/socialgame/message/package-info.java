// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Messages, read without waiting. */
@NullMarked
package io.handlersocket.samples.socialgame.message;

import org.jspecify.annotations.NullMarked;
