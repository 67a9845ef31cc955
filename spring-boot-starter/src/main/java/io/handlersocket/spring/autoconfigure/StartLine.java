// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the line that says which entities and methods can be fast, and why the others are not. */
final class StartLine {

    private record Plan(String name, Route route, String reason) {}

    private StartLine() {}

    static String of(List<EntityPlan> entities, List<MethodPlan> methods) {
        List<Plan> loads = entities.stream()
                .map(plan -> new Plan(
                        plan.entity().substring(plan.entity().lastIndexOf('.') + 1), plan.route(), plan.reason()))
                .toList();
        List<Plan> calls = methods.stream()
                .map(plan -> new Plan(plan.repository() + '.' + plan.method(), plan.route(), plan.reason()))
                .toList();
        Map<String, String> others = Stream.concat(loads.stream(), calls.stream())
                .filter(plan -> plan.route() == Route.JDBC)
                .collect(Collectors.groupingBy(
                        Plan::reason, TreeMap::new, Collectors.mapping(Plan::name, Collectors.joining(", "))));
        StringBuilder line =
                new StringBuilder(fast(loads) + " entities can be loaded by id over HandlerSocket" + names(loads));
        if (!calls.isEmpty()) {
            line.append(", ")
                    .append(fast(calls))
                    .append(" repository methods can be answered over it")
                    .append(names(calls));
        }
        if (!others.isEmpty()) {
            line.append(others.entrySet().stream()
                    .map(other -> other.getValue() + " (" + other.getKey() + ')')
                    .collect(Collectors.joining("; ", "; not, or not yet: ", "")));
        }
        return line.toString();
    }

    private static String fast(List<Plan> plans) {
        return plans.stream()
                        .filter(plan -> plan.route() == Route.HANDLERSOCKET)
                        .count() + " of " + plans.size();
    }

    private static String names(List<Plan> plans) {
        String names = plans.stream()
                .filter(plan -> plan.route() == Route.HANDLERSOCKET)
                .map(Plan::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " (" + names + ')';
    }
}
