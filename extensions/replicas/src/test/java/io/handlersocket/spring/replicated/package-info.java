// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors

/** An application with a primary and replicas. */
@NullMarked
package io.handlersocket.spring.replicated;

import org.jspecify.annotations.NullMarked;
