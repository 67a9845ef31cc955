// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The route of a load that the mapping declares, now and outside a transaction.
 *
 * @param kind what is loaded
 * @param role Hibernate's name of the entity or collection, or the name of the query
 * @param why why the load uses JDBC; null for HandlerSocket
 */
public record LoadPlan(Kind kind, String role, @Nullable JdbcReason why) {

    /** Returns the route; JDBC if it is unknown. */
    public Route route() {
        return why == null ? Route.HANDLERSOCKET : Route.JDBC;
    }

    /** Returns why the load uses JDBC, and what to change; empty for HandlerSocket. May change in any release. */
    public String reason() {
        return why == null ? "" : why.text();
    }

    /** What is loaded, and by what. */
    public enum Kind {
        /** An entity by its id. */
        ENTITY("entities"),
        /** A collection by its owner. */
        COLLECTION("collections"),
        /** An entity by its natural id. */
        NATURAL_ID("natural ids"),
        /** A named query. */
        QUERY("named queries");

        private final String plural;

        Kind(String plural) {
            this.plural = plural;
        }

        /** Returns the plural noun for this kind, such as {@code entities}. */
        public String plural() {
            return plural;
        }
    }
}
