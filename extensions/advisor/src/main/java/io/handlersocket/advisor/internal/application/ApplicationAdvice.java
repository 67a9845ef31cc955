// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import io.handlersocket.advisor.Advice;
import io.handlersocket.advisor.HandlerSocketAdvisor;
import io.handlersocket.advisor.internal.application.AdviceReport.Item;
import io.handlersocket.advisor.internal.application.AdviceReport.Setting;
import io.handlersocket.advisor.internal.application.AdviceReport.Verdict;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnits;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;

/** Judges the loads of all persistence units and the methods of all repositories. Safe for use by several threads. */
public final class ApplicationAdvice {

    private static final String METHODS = "repository methods";
    private static final String AT_REPEATABLE_READ = " loads that would be fast use JDBC at REPEATABLE READ in each"
            + " transaction that has run an SQL statement";
    private static final String READ_COMMITTED =
            "Use READ COMMITTED, or set handlersocket.consistency=latest if loads may"
                    + " be newer than the transaction's snapshot.";

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable Setting refusal;
    private final List<String> notes;

    /**
     * @param refusal why no advice can be given; null if it can
     * @param notes what else the report says
     */
    public ApplicationAdvice(ConfigurableListableBeanFactory beans, @Nullable Setting refusal, List<String> notes) {
        this.beans = beans;
        this.refusal = refusal;
        this.notes = List.copyOf(notes);
    }

    /** Returns the report now. Creates all repositories, asks SQL, and waits for it. */
    public AdviceReport report() {
        if (refusal != null) {
            return new AdviceReport(List.of(refusal), List.of(), notes);
        }
        Map<EntityManagerFactory, List<RepositoryMethod>> methods = methods();
        Set<Setting> settings = new LinkedHashSet<>();
        List<Item> items = new ArrayList<>();
        HibernateLoads.factories(beans).values().forEach(factory -> {
            List<RepositoryMethod> own = methods.getOrDefault(factory, List.of()).stream()
                    .sorted(Comparator.comparing(RepositoryMethod::name))
                    .toList();
            Advice advice = HandlerSocketAdvisor.advise(
                    factory.unwrap(SessionFactory.class),
                    own.stream()
                            .map(RepositoryMethod::query)
                            .filter(Objects::nonNull)
                            .toList());
            advice.obstacles().forEach(reason -> settings.add(new Setting(reason.text(), reason.advice())));
            List<Item> judged = items(advice, own);
            items.addAll(judged);
            long fast = judged.stream()
                    .filter(item -> item.verdict() == Verdict.FAST)
                    .count();
            if (advice.endsAtFirstStatement() && fast > 0) {
                settings.add(new Setting(fast + AT_REPEATABLE_READ, READ_COMMITTED));
            }
        });
        return new AdviceReport(List.copyOf(settings), items, notes);
    }

    private Map<EntityManagerFactory, List<RepositoryMethod>> methods() {
        Map<EntityManagerFactory, List<RepositoryMethod>> methods = new LinkedHashMap<>();
        beans.getBeansOfType(JpaRepositoryFactoryBean.class).values().forEach(bean -> {
            JpaRepositoryFactoryBean<?, ?, ?> repository = bean;
            EntityManagerFactory factory = PersistenceUnits.of(beans, repository);
            if (factory != null) {
                EntityManagerFactory unit = unit(factory);
                methods.computeIfAbsent(unit, key -> new ArrayList<>())
                        .addAll(RepositoryMethods.of(repository.getRepositoryInformation(), unit, namedQueries(unit)));
            }
        });
        return methods;
    }

    /** Returns the bean of this factory, which may be another proxy of the same persistence unit. */
    private EntityManagerFactory unit(EntityManagerFactory factory) {
        HandlerSocketLoads loads = HibernateLoads.of(factory);
        return HibernateLoads.factories(beans).values().stream()
                .filter(other -> HibernateLoads.of(other) == loads)
                .findFirst()
                .orElse(factory);
    }

    private static Set<String> namedQueries(EntityManagerFactory factory) {
        return HibernateLoads.of(factory).plans().stream()
                .filter(plan -> plan.kind() == LoadPlan.Kind.QUERY)
                .map(LoadPlan::role)
                .collect(Collectors.toSet());
    }

    private static List<Item> items(Advice advice, List<RepositoryMethod> methods) {
        Map<String, Advice.Load> known = new LinkedHashMap<>();
        advice.loads().forEach(load -> known.put(key(load.kind(), load.role()), load));
        Set<String> own = methods.stream()
                .filter(method -> method.query() != null)
                .map(method -> key(method.kind(), method.role()))
                .collect(Collectors.toSet());
        List<Item> items = new ArrayList<>();
        known.forEach((key, load) -> {
            if (!own.contains(key)) {
                items.add(item(load.kind().plural(), load.role(), load.reason(), Verdict.JDBC));
            }
        });
        for (RepositoryMethod method : methods) {
            Advice.Load load = known.get(key(method.kind(), method.role()));
            if (method.reason() != null) {
                items.add(item(
                        METHODS, method.name(), method.reason(), method.unknown() ? Verdict.UNKNOWN : Verdict.JDBC));
            } else if (load != null) {
                items.add(item(METHODS, method.name(), load.reason(), Verdict.JDBC));
            }
        }
        return items;
    }

    private static String key(LoadPlan.Kind kind, String role) {
        return kind + " " + role;
    }

    /** @param slow the verdict if there is a reason */
    private static Item item(String kind, String name, @Nullable JdbcReason reason, Verdict slow) {
        return reason == null
                ? new Item(kind, name, Verdict.FAST, null, null, null)
                : new Item(kind, name, slow, reason.kind().name(), reason.text(), reason.advice());
    }
}
