// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.internal.connection.HibernateConnections;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.gate.TransactionGate.Consistency;
import io.handlersocket.hibernate.internal.plan.LookupPlans;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables.EntityChoice;
import io.handlersocket.hibernate.internal.session.ConnectionUse;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.Connection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state that the replaced services of one service registry share: client, plans, gate and counters. */
public class Integration implements Service, Stoppable {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(Integration.class);
    private static final JdbcReason NO_SERVER_YET = new JdbcReason(Kind.NOT_OPEN, "HandlerSocket is not connected yet");
    private static final JdbcReason NO_CLIENT = new JdbcReason(
            Kind.NOT_OPEN,
            "there is no HandlerSocket client, loads are switched off, or Hibernate is not 7.2, 7.3 or 7.4");

    private final transient @Nullable Supplier<?> clientSource;
    private final boolean enabled;
    private final transient @Nullable JdbcReason planOnly;
    private final EntityChoice entities;
    private final transient SessionContract contract;
    private final transient FallbackLimit fallback;
    private final transient @Nullable Supplier<? extends ServerLock> drain;
    private final transient @Nullable LoadScopes scopes;
    private final transient LookupPlans plans =
            new LookupPlans(System::nanoTime, () -> connections().driver());
    private final transient LoadStatistics statistics = new LoadStatistics();
    private final transient AdaptiveRouting routing;
    private final transient JdbcOnlySessions jdbcOnly = new JdbcOnlySessions();
    private final transient HibernateConnections connections;
    private final transient @Nullable LoadObserver observer;
    private final transient Map<String, HandlerSocketLoads> loads = new ConcurrentHashMap<>();
    private transient volatile @Nullable HandlerSocketClient client;

    /**
     * Reads the settings.
     *
     * @param contract makes the contract of the connections
     * @throws IllegalArgumentException if a setting has an unknown value
     */
    Integration(Map<String, Object> settings, BiFunction<Consistency, HibernateConnections, SessionContract> contract) {
        entities = SettingValues.choice(settings, HandlerSocketSettings.ENTITIES, EntityChoice.class);
        boolean wanted = entities != EntityChoice.NONE;
        Object given = wanted ? settings.get(HandlerSocketSettings.CLIENT) : null;
        enabled = given != null;
        client = given instanceof HandlerSocketClient known ? known : null;
        clientSource = given instanceof Supplier<?> supplier ? supplier : null;
        if (given != null && client == null && clientSource == null) {
            throw new IllegalArgumentException(SettingValues.unexpected(
                    HandlerSocketSettings.CLIENT, given, "a HandlerSocketClient or a Supplier of one"));
        }
        Consistency consistency = SettingValues.choice(settings, HandlerSocketSettings.CONSISTENCY, Consistency.class);
        fallback = SettingValues.fallback(settings.get(HandlerSocketSettings.FALLBACK));
        drain = SettingValues.drain(settings.get(HandlerSocketSettings.DRAIN));
        scopes = wanted
                ? only(
                        LoadScopes.Factory.class,
                        factory -> factory.create(settings, consistency == Consistency.SNAPSHOT))
                : null;
        // The latest rows always come over HandlerSocket: SQL at REPEATABLE READ has older ones. Replicas relieve the
        // server that JDBC asks.
        routing = new AdaptiveRouting(
                SettingValues.choice(settings, HandlerSocketSettings.ROUTING, AdaptiveRouting.Mode.class)
                                == AdaptiveRouting.Mode.ADAPTIVE
                        && consistency != Consistency.LATEST
                        && scopes == null,
                SettingValues.idleConnections(settings.get(HandlerSocketSettings.IDLE_CONNECTIONS)));
        Object off = settings.get(HandlerSocketSettings.PLAN_ONLY);
        JdbcReason option = off == null ? null : new JdbcReason(Kind.OPTION, off.toString());
        planOnly = enabled ? option : NO_CLIENT;
        boolean trusted = Boolean.parseBoolean(String.valueOf(settings.get(HandlerSocketSettings.TRUST_CONNECTIONS)));
        connections = new HibernateConnections(trusted, option != null, this::client, scopes);
        this.contract = contract.apply(consistency, connections);
        observer = enabled ? only(LoadObserver.Factory.class, factory -> factory.create(settings, this::proof)) : null;
    }

    /**
     * Reads the settings.
     *
     * @throws HibernateException if a setting has an unknown value
     */
    public static Integration of(Map<String, Object> settings) {
        try {
            return new Integration(settings, SessionContract::new);
        } catch (IllegalArgumentException e) {
            throw new HibernateException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns what the one extension with such a factory creates; null if none creates anything. */
    private static <F, T> @Nullable T only(Class<F> factories, Function<F, @Nullable T> create) {
        T only = null;
        for (F factory : ServiceLoader.load(factories, factories.getClassLoader())) {
            T next = create.apply(factory);
            if (only != null && next != null) {
                throw new IllegalArgumentException("two extensions: "
                        + only.getClass().getName() + " and " + next.getClass().getName() + " (expected at most one)");
            }
            only = next == null ? only : next;
        }
        return only;
    }

    private Supplier<@Nullable String> proof(Connection connection) {
        ConnectionUse use = connections.unpooled().use(connection, false);
        return () -> {
            ServerFacts now = server();
            return now == null ? whyNoServer().text() : use.refusal(now);
        };
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** Returns why every load uses JDBC, whatever is planned; null if loads may go over HandlerSocket. */
    public @Nullable JdbcReason planOnly() {
        return planOnly;
    }

    public EntityChoice entities() {
        return entities;
    }

    /** Returns the client; null while its supplier returns null. */
    @Nullable
    HandlerSocketClient client() {
        HandlerSocketClient known = client;
        if (known != null || clientSource == null) {
            return known;
        }
        try {
            if (clientSource.get() instanceof HandlerSocketClient supplied) {
                client = supplied;
                return supplied;
            }
        } catch (RuntimeException e) {
            // The load must not fail because of this; the next one calls the supplier again.
            LOG.debug("The supplier of the HandlerSocket client failed; loads use JDBC until it returns a client", e);
        }
        return null;
    }

    /** Returns the client if it was set or already supplied; does not call the supplier. */
    public @Nullable HandlerSocketClient knownClient() {
        return client;
    }

    public HandlerSocketLoads loads(
            SessionFactoryImplementor sessionFactory,
            BiFunction<Integration, SessionFactoryImplementor, HandlerSocketLoads> maker) {
        return loads.computeIfAbsent(sessionFactory.getUuid(), id -> maker.apply(this, sessionFactory));
    }

    public @Nullable ServerFacts server() {
        return connections.server();
    }

    public JdbcReason whyNoServer() {
        HandlerSocketClient known = client();
        JdbcReason away = known == null ? null : JdbcReason.ofClient(known.snapshot());
        return away == null ? NO_SERVER_YET : away;
    }

    public SessionContract contract() {
        return contract;
    }

    public @Nullable String refusal(
            SharedSessionContractImplementor session, @Nullable ServerFacts server, BooleanSupplier ready) {
        String reason = contract.refusal(session, server, ready);
        return scopes == null || SessionContract.state(session).only() == null ? reason : ofReadOnly(scopes, reason);
    }

    public @Nullable String refusalOfReadOnly() {
        String reason = connections.refusalOfReadOnly();
        return scopes == null || !connections.areSplit() ? reason : ofReadOnly(scopes, reason);
    }

    private static @Nullable String ofReadOnly(LoadScopes scopes, @Nullable String reason) {
        String refusal = scopes.refusalOfReadOnly();
        return refusal == null ? reason : refusal;
    }

    public FallbackLimit fallback() {
        return fallback;
    }

    public @Nullable Supplier<? extends ServerLock> drain() {
        return drain;
    }

    public @Nullable LoadScopes scopes() {
        return scopes;
    }

    public AdaptiveRouting routing() {
        return routing;
    }

    public LookupPlans plans() {
        return plans;
    }

    public JdbcOnlySessions jdbcOnly() {
        return jdbcOnly;
    }

    public LoadStatistics statistics() {
        return statistics;
    }

    public @Nullable LoadObserver observer() {
        return observer;
    }

    @Override
    public void stop() {
        if (observer != null) {
            observer.close();
        }
    }

    public HibernateConnections connections() {
        return connections;
    }
}
