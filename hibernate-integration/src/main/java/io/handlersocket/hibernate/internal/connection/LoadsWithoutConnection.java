// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.hibernate.SessionEventListener;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The loads that HandlerSocket has answered in transactions that have no connection yet. If the session takes one before
 * the transaction ends, the connection learns of them. Safe for use by several threads.
 */
final class LoadsWithoutConnection {

    /** The session that this thread takes a connection for. */
    private static final ThreadLocal<@Nullable Loads> ACQUIRING = new ThreadLocal<>();

    // Weak: a session that is never closed.
    private final Map<SharedSessionContractImplementor, Loads> sessions =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** The loads of one session. It refers to no session, because the map would then keep it. */
    private static final class Loads implements SessionEventListener {

        private static final long serialVersionUID = 1L;

        private final LinkedHashSet<String> tables = new LinkedHashSet<>(); // a listener is Serializable

        @Override
        public void transactionCompletion(boolean successful) {
            tables.clear();
        }

        @Override
        public void jdbcConnectionAcquisitionStart() {
            if (!tables.isEmpty()) {
                ACQUIRING.set(this);
            }
        }

        @Override
        public void jdbcConnectionAcquisitionEnd() {
            ACQUIRING.remove();
        }
    }

    void answered(SharedSessionContractImplementor session, String table) {
        Loads loads = sessions.get(session);
        if (loads == null) {
            loads = new Loads();
            sessions.put(session, loads);
            session.getEventListenerManager().addListener(loads);
        }
        loads.tables.add(table);
    }

    void ended(SharedSessionContractImplementor session) {
        Loads loads = sessions.get(session);
        if (loads != null) {
            loads.tables.clear();
        }
    }

    /** Returns the tables of the loads of the session that takes a connection on this thread, the last one last. */
    static List<String> take() {
        Loads loads = ACQUIRING.get();
        if (loads == null) {
            return List.of();
        }
        List<String> tables = List.copyOf(loads.tables);
        loads.tables.clear();
        return tables;
    }
}
