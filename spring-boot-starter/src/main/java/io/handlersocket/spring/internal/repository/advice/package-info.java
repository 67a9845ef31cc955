// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Detects the application's code that a call would skip if it were answered before its transaction. */
@NullMarked
package io.handlersocket.spring.internal.repository.advice;

import org.jspecify.annotations.NullMarked;
