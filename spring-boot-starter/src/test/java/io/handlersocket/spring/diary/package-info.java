// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application whose repository asks for more than rows by id. */
@NullMarked
package io.handlersocket.spring.diary;

import org.jspecify.annotations.NullMarked;
