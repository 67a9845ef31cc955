// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session factory's loads need to go over HandlerSocket; see {@link HandlerSocketAdvisor#advise}.
 *
 * @param obstacles why no load, or no load inside a transaction, can go over HandlerSocket now; each is a setting of
 *     the server, the pool or the JDBC URL. Of the pool's settings only the first that was found; others may follow
 * @param loads each load, judged as if there were no obstacle
 * @param endsAtFirstStatement whether the isolation, REPEATABLE READ, keeps all loads of a transaction on JDBC from its
 *     first SQL statement on
 */
public record Advice(List<JdbcReason> obstacles, List<Load> loads, boolean endsAtFirstStatement) {

    public Advice {
        obstacles = List.copyOf(obstacles);
        loads = List.copyOf(loads);
    }

    /**
     * A query to judge besides the named ones.
     *
     * @param name its name in the advice
     * @param text the query in HQL or JPQL
     * @param limited whether the application sets a maximum number of rows
     */
    public record Query(String name, String text, boolean limited) {}

    /**
     * The route that a load would have outside a transaction, without obstacles.
     *
     * @param kind what is loaded
     * @param role Hibernate's name of the entity or collection, or the name of the query
     * @param reason why it would use JDBC; null if it would go over HandlerSocket. {@link JdbcReason#advice()} says
     *     what would help
     */
    public record Load(
            LoadPlan.Kind kind, String role, @Nullable JdbcReason reason) {}
}
