// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.Route;

/**
 * How a method of a {@code @FastLookup} repository is routed at this moment, outside a transaction.
 *
 * @param repository the repository's interface
 * @param method its method
 * @param route the way
 * @param reason why JDBC; empty for HandlerSocket
 */
public record MethodPlan(String repository, String method, Route route, String reason) {}
