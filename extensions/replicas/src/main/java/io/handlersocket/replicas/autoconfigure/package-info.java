// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Auto-configuration for Spring Boot: the servers, and what Hibernate, repositories, the endpoint and meters know of them. */
@NullMarked
package io.handlersocket.replicas.autoconfigure;

import org.jspecify.annotations.NullMarked;
