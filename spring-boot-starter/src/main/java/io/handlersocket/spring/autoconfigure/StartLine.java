// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The line that says how much can be fast, with the one thing to do next, and at DEBUG a line for each load. */
final class StartLine {

    private static final String LAZY = "; next: set spring.datasource.connection-fetch=lazy, or before Spring Boot 4.1"
            + " wrap the DataSource in a LazyConnectionDataSourceProxy, because each transaction of a lookup sends 4 SQL"
            + " commands to begin and end";
    private static final String OTHERS =
            "; next: read at /actuator/handlersocket, or in this category at DEBUG, why the others use JDBC";

    private record Plan(String name, @Nullable JdbcReason whyNot) {

        boolean isFast() {
            return whyNot == null;
        }

        boolean isUndecided() {
            return MethodPlan.UNDECIDED.equals(whyNot);
        }

        String line() {
            return whyNot == null ? name + ": HANDLERSOCKET" : name + ": JDBC, " + whyNot.text();
        }
    }

    private final List<Plan> entities;
    private final List<Plan> methods;

    StartLine(List<LoadPlan> entities, List<MethodPlan> methods) {
        this.entities = entities.stream()
                .map(plan -> new Plan(plan.role().substring(plan.role().lastIndexOf('.') + 1), plan.why()))
                .toList();
        this.methods = methods.stream()
                .map(plan -> new Plan(plan.repository() + '.' + plan.method(), plan.whyNot()))
                .toList();
    }

    /**
     * Returns the line.
     *
     * @param inTransactions why JDBC answers transactions that may write; null if it does not answer all of them
     * @param eagerConnections whether a transaction takes a connection before its first SQL statement
     */
    String summary(@Nullable JdbcReason inTransactions, boolean eagerConnections) {
        String line = fast(entities) + " entities can be loaded by id over HandlerSocket";
        if (!methods.isEmpty()) {
            line += ", " + fast(methods) + " repository methods can be answered over it";
        }
        long undecided = methods.stream().filter(Plan::isUndecided).count();
        if (undecided > 0) {
            line += ", and Hibernate decides for " + undecided + " more at the first call";
        }
        if (inTransactions != null) {
            line += "; transactions that may write use JDBC: " + inTransactions.text();
        }
        if (eagerConnections) {
            return line + LAZY;
        }
        return all().allMatch(plan -> plan.isFast() || plan.isUndecided()) ? line : line + OTHERS;
    }

    List<String> details() {
        return all().map(Plan::line).toList();
    }

    private Stream<Plan> all() {
        return Stream.concat(entities.stream(), methods.stream());
    }

    private static String fast(List<Plan> plans) {
        return plans.stream().filter(Plan::isFast).count() + " of " + plans.size();
    }
}
