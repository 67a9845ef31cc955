// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import io.handlersocket.advisor.Advice;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import org.jspecify.annotations.Nullable;

/**
 * A repository method that reads, and the load that decides whether it is fast.
 *
 * @param name the repository and the method
 * @param kind the kind of that load
 * @param role the role of that load
 * @param query its query, unless the mapping declares it
 * @param reason why the method needs SQL whatever its query is; null if only the load decides
 * @param unknown whether the reason is why only a call can tell
 */
record RepositoryMethod(
        String name,
        LoadPlan.Kind kind,
        String role,
        Advice.@Nullable Query query,
        @Nullable JdbcReason reason,
        boolean unknown) {

    static RepositoryMethod byId(String name, String entity) {
        return new RepositoryMethod(name, LoadPlan.Kind.ENTITY, entity, null, null, false);
    }

    static RepositoryMethod named(String name, String query) {
        return new RepositoryMethod(name, LoadPlan.Kind.QUERY, query, null, null, false);
    }

    static RepositoryMethod query(String name, String text, boolean limited) {
        Advice.Query query = new Advice.Query(name, text, limited);
        return new RepositoryMethod(name, LoadPlan.Kind.QUERY, name, query, null, false);
    }

    static RepositoryMethod never(String name, JdbcReason.Kind kind, String reason) {
        return new RepositoryMethod(name, LoadPlan.Kind.QUERY, name, null, new JdbcReason(kind, reason), false);
    }

    static RepositoryMethod unknown(String name) {
        return new RepositoryMethod(name, LoadPlan.Kind.QUERY, name, null, MethodPlan.UNDECIDED, true);
    }
}
