// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/**
 * The route, at this moment and outside a transaction, of a load that the mapping declares.
 *
 * @param kind what is loaded
 * @param role the entity or collection as Hibernate names it, or the name of the query
 * @param route the route
 * @param reason why JDBC, in words a developer can act on; empty for HandlerSocket
 */
public record LoadPlan(Kind kind, String role, Route route, String reason) {

    /** What a load starts from. */
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

        /** The word for several of them. */
        public String plural() {
            return plural;
        }
    }
}
