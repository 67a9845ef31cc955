// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The route of a load that the mapping declares, now and outside a transaction.
 *
 * @param kind what is loaded
 * @param role Hibernate's name of the entity or collection, or the name of the query
 * @param route the route; JDBC if it is unknown
 * @param because the kind of the reason; null for HandlerSocket
 * @param reason why the load uses JDBC, and what to change; empty for HandlerSocket. The text is for people, and
 *     may change in any release.
 */
public record LoadPlan(Kind kind, String role, Route route, JdbcReason.@Nullable Kind because, String reason) {

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
