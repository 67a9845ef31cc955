// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.Route;

/**
 * The route of a method of a {@code @FastLookup} repository now, outside a transaction.
 *
 * @param repository the repository's interface
 * @param method name of the method
 * @param route the route
 * @param reason why JDBC; empty for HandlerSocket
 */
public record MethodPlan(String repository, String method, Route route, String reason) {}
