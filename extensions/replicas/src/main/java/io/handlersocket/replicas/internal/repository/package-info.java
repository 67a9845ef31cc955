// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Opens scopes around methods of Spring Data repositories. */
@NullMarked
package io.handlersocket.replicas.internal.repository;

import org.jspecify.annotations.NullMarked;
