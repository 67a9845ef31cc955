// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadTimes;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is fast in the application, what is not, and why. */
public record Routes(Loads loads, LookupCounts lookups, MethodPlans plans, Medians medians) {

    private record Method(String repository, String name) {}

    List<EntityReport> entities(ClientRoute.@Nullable Away lasting) {
        return loads.entities().stream()
                .map(plan -> EntityReport.of(plan, lasting))
                .toList();
    }

    List<MethodReport> methods(ClientRoute.@Nullable Away lasting) {
        Map<Method, MethodPlan> planned = plans.all().stream()
                .collect(Collectors.toMap(
                        plan -> new Method(plan.repository(), plan.method()),
                        Function.identity(),
                        (one, other) -> one.whyNot() == null ? other : one));
        Map<Method, List<LookupCount>> counted = lookups.all().stream()
                .collect(Collectors.groupingBy(count -> new Method(count.repository(), count.method())));
        return Stream.concat(planned.keySet().stream(), counted.keySet().stream())
                .distinct()
                .sorted(Comparator.comparing(Method::repository).thenComparing(Method::name))
                .map(key -> MethodReport.of(
                        key.repository(),
                        key.name(),
                        planned.get(key),
                        counted.getOrDefault(key, List.of()),
                        medians,
                        lasting))
                .toList();
    }

    List<LoadReport> counted() {
        Map<String, List<LoadTimes>> times = loads.times().stream().collect(Collectors.groupingBy(LoadTimes::role));
        return loads.counts().stream()
                .collect(Collectors.groupingBy(LoadCount::role, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> LoadReport.of(entry.getKey(), entry.getValue(), times.get(entry.getKey())))
                .toList();
    }
}
