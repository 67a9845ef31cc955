// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The annotations and interfaces that an application uses or implements. Everything else configures itself. */
@NullMarked
package io.handlersocket.spring;

import org.jspecify.annotations.NullMarked;
