// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.time.Duration;

/**
 * How long the loads of one statement take over each route: moving averages without outliers.
 *
 * @param role Hibernate's name of the entity or collection; {@code query on …} for a query
 * @param connected whether these are the loads of sessions that hold a connection; else those outside a transaction
 * @param route the route that the loads take
 * @param handlerSocket the time over HandlerSocket
 * @param jdbc the time over JDBC
 */
public record LoadTimes(String role, boolean connected, Route route, Duration handlerSocket, Duration jdbc) {}
