// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;

/** Reports the loads of all persistence units of the application. */
public record HibernateLoads(ConfigurableListableBeanFactory beans, FallbackLimit fallback) implements Loads {

    /** Returns the loads of one persistence unit. Waits for the unit if it is created in the background. */
    public static HandlerSocketLoads of(EntityManagerFactory factory) {
        EntityManagerFactory hibernate =
                factory instanceof EntityManagerFactoryInfo info ? info.getNativeEntityManagerFactory() : factory;
        return HandlerSocketLoads.of(hibernate.unwrap(SessionFactory.class));
    }

    public long count(Route route) {
        return all().mapToLong(loads -> loads.count(route)).sum();
    }

    /** Returns the number of loads since startup over JDBC with this kind of reason; with null, over HandlerSocket. */
    public long count(JdbcReason.@Nullable Kind kind) {
        return kind == null
                ? count(Route.HANDLERSOCKET)
                : counts().stream()
                        .filter(count -> count.kind() == kind)
                        .mapToLong(LoadCount::count)
                        .sum();
    }

    @Override
    public List<UnitPlan> units(HandlerSocketClient client) {
        Map<String, EntityManagerFactory> factories = factories(beans);
        List<UnitPlan> plans = new ArrayList<>();
        factories.forEach((bean, factory) -> {
            try {
                if (has(factory, client)) {
                    plans.add(UnitPlan.of(
                            name(bean, factory, factories), of(factory).refusal(null)));
                }
            } catch (RuntimeException e) { // such as one that is closed by now
                plans.add(UnitPlan.of(
                        bean, new JdbcReason(JdbcReason.Kind.FAILURE, "the persistence unit does not answer: " + e)));
            }
        });
        return plans;
    }

    private static boolean has(EntityManagerFactory factory, HandlerSocketClient client) {
        Object own = factory.getProperties().get(HandlerSocketSettings.CLIENT);
        return own == null || (own instanceof Supplier<?> supplier ? supplier.get() : own) == client;
    }

    // A unit may have no name, or the name of another.
    private static String name(String bean, EntityManagerFactory factory, Map<String, EntityManagerFactory> all) {
        String name = ownName(factory);
        if (name == null) {
            return bean;
        }
        long same = all.values().stream()
                .filter(other -> name.equals(ownName(other)))
                .count();
        return same == 1 ? name : name + " (" + bean + ')';
    }

    private static @Nullable String ownName(EntityManagerFactory factory) {
        return factory instanceof EntityManagerFactoryInfo info ? info.getPersistenceUnitName() : null;
    }

    @Override
    public Stream<HandlerSocketLoads> all() {
        return factories(beans).values().stream().map(HibernateLoads::of);
    }

    /** Returns all factories of the application by bean name, also those that are not default candidates. */
    public static Map<String, EntityManagerFactory> factories(ConfigurableListableBeanFactory beans) {
        return SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, EntityManagerFactory.class);
    }
}
