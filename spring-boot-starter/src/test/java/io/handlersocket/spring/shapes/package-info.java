// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application with annotated methods that are never fast. */
@NullMarked
package io.handlersocket.spring.shapes;

import org.jspecify.annotations.NullMarked;
