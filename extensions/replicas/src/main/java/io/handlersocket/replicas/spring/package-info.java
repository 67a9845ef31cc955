// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What a Spring application uses of replicas. */
@NullMarked
package io.handlersocket.replicas.spring;

import org.jspecify.annotations.NullMarked;
