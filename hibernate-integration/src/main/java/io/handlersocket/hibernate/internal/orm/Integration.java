// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.internal.gate.Consistency;
import io.handlersocket.hibernate.internal.gate.TransactionGate;
import io.handlersocket.hibernate.internal.plan.Plans;
import io.handlersocket.hibernate.internal.stats.LoadStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.internal.util.config.ConfigurationHelper;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/** What the replaced services share: the client, the plans, the gate and the counters of one service registry. */
final class Integration implements Service {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Supplier<?> clientSource;
    private final transient TransactionGate gate;
    private final transient Plans plans = new Plans(System::nanoTime);
    private final transient LoadStatistics statistics = new LoadStatistics();
    private final transient Pool pool = new Pool();
    private final transient Map<String, HandlerSocketLoads> loads = new ConcurrentHashMap<>();
    private transient volatile @Nullable HandlerSocketClient client;

    private Integration(@Nullable Supplier<?> clientSource, Consistency consistency) {
        this.clientSource = clientSource;
        this.gate = new TransactionGate(consistency);
    }

    /**
     * Reads the settings.
     *
     * @throws HibernateException if one of them cannot be understood
     */
    static Integration of(Map<String, Object> settings) {
        boolean enabled = ConfigurationHelper.getBoolean(HandlerSocketSettings.ENABLED, settings, true);
        Object source = enabled ? settings.get(HandlerSocketSettings.CLIENT) : null;
        try {
            return new Integration(
                    source == null ? null : clientSource(source),
                    Consistency.of(settings.get(HandlerSocketSettings.CONSISTENCY)));
        } catch (IllegalArgumentException e) {
            throw new HibernateException(Objects.toString(e.getMessage(), ""), e);
        }
    }

    private static Supplier<?> clientSource(Object setting) {
        if (setting instanceof HandlerSocketClient) {
            return () -> setting;
        }
        if (setting instanceof Supplier<?> supplier) {
            return supplier;
        }
        throw new IllegalArgumentException(HandlerSocketSettings.CLIENT + ": "
                + setting.getClass().getName() + " (expected a HandlerSocketClient or a Supplier of one)");
    }

    /** Whether there is anything to read with, now or later. */
    boolean isEnabled() {
        return clientSource != null;
    }

    /** The client, or null while its supplier has none. */
    @Nullable
    HandlerSocketClient client() {
        HandlerSocketClient known = client;
        if (known == null && clientSource != null && clientSource.get() instanceof HandlerSocketClient supplied) {
            client = supplied;
            return supplied;
        }
        return known;
    }

    /** The client if it was asked for before. */
    @Nullable
    HandlerSocketClient knownClient() {
        return client;
    }

    /** The view of one session factory, made once. */
    HandlerSocketLoads loads(
            SessionFactoryImplementor sessionFactory,
            BiFunction<Integration, SessionFactoryImplementor, HandlerSocketLoads> maker) {
        return loads.computeIfAbsent(sessionFactory.getUuid(), id -> maker.apply(this, sessionFactory));
    }

    TransactionGate gate() {
        return gate;
    }

    Plans plans() {
        return plans;
    }

    LoadStatistics statistics() {
        return statistics;
    }

    Pool pool() {
        return pool;
    }
}
