// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.connection.HibernateConnections;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The application of players, and which way its lookups took. */
final class RecordedPlayers implements AutoCloseable {

    /** HandlerSocket cannot answer at this moment. */
    static final Set<JdbcReason.Kind> AWAY = Set.of(JdbcReason.Kind.NOT_OPEN, JdbcReason.Kind.OUTAGE);

    private final List<Lookup> lookups;
    private final ConfigurableApplicationContext context;

    private RecordedPlayers(List<Lookup> lookups, ConfigurableApplicationContext context) {
        this.lookups = lookups;
        this.context = context;
    }

    static RecordedPlayers start(HandlerSocketMariaDB server, String... properties) {
        return start(server, context -> {}, properties);
    }

    /** With beans of an application besides. */
    static RecordedPlayers start(
            HandlerSocketMariaDB server, Consumer<GenericApplicationContext> beans, String... properties) {
        List<Lookup> lookups = new CopyOnWriteArrayList<>();
        RecordedPlayers started = new RecordedPlayers(
                lookups,
                PlayerApplication.on(server, properties)
                        .initializers(PlayerApplication.patient(), (GenericApplicationContext context) -> {
                            context.registerBean(LookupListener.class, () -> lookups::add);
                            beans.accept(context);
                        })
                        .run());
        started.awaitFast();
        return started;
    }

    /** Waits until entities are loaded over HandlerSocket. */
    void awaitFast() {
        HandlerSocketEndpoint endpoint = bean(HandlerSocketEndpoint.class);
        await().until(() -> endpoint.entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET));
    }

    Players players() {
        return bean(Players.class);
    }

    List<Lookup> lookups() {
        return lookups;
    }

    List<LookupRoute> routes() {
        return lookups.stream().map(Lookup::route).toList();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /**
     * What one lookup over HandlerSocket gives. Asks again where it used JDBC for want of HandlerSocket: the machine may
     * have stood still, after which the client closes its connections, as it must.
     */
    <T> T fast(Supplier<T> read) {
        AtomicReference<T> result = new AtomicReference<>();
        await().until(() -> {
            lookups.clear();
            result.set(read.get());
            assertThat(lookups)
                    .singleElement()
                    .matches(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET || isAway(lookup));
            return lookups.get(0).route() == LookupRoute.HANDLERSOCKET;
        });
        return Objects.requireNonNull(result.get());
    }

    /** Whether HandlerSocket was away for one of the lookups that were heard of. */
    boolean wasAway() {
        return lookups.stream().anyMatch(RecordedPlayers::isAway);
    }

    private static boolean isAway(Lookup lookup) {
        return lookup.kind() != null
                && (AWAY.contains(lookup.kind()) || lookup.reason().equals(HibernateConnections.UNCONFIRMED));
    }

    /** SQL commands the call sends on the pool's only connection. */
    long commands(Supplier<?> call) {
        long before = questions();
        assertThat(call.get()).isNotNull();
        return questions() - before - 1;
    }

    private long questions() {
        Long questions = bean(JdbcTemplate.class)
                .queryForObject("SHOW SESSION STATUS LIKE 'Questions'", (row, number) -> row.getLong("Value"));
        return questions == null ? 0 : questions;
    }

    @Override
    public void close() {
        context.close();
    }
}
