// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The diary, processed ahead of time. */
@NullMarked
package io.handlersocket.spring.aot;

import org.jspecify.annotations.NullMarked;
