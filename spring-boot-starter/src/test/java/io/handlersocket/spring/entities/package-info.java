// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Annotated methods that return entities. */
@NullMarked
package io.handlersocket.spring.entities;

import org.jspecify.annotations.NullMarked;
