// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import org.jspecify.annotations.Nullable;

/**
 * What the router decided about one load. Counters, log, events and records of calls show this, and infer nothing.
 *
 * @param role the entity, collection or query
 * @param reason why JDBC; null for HandlerSocket
 * @param rows the number of rows; 0 for JDBC, where it is unknown
 */
record Decision(String role, @Nullable JdbcReason reason, int rows) {

    Route route() {
        return reason == null ? Route.HANDLERSOCKET : Route.JDBC;
    }
}
