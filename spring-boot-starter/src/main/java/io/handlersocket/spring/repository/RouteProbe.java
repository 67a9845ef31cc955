// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.jspecify.annotations.Nullable;

/**
 * Sees which way a session's loads take: whether SQL was prepared since {@link #reset}, or a cache had the answer. Used by the
 * session's thread only.
 */
final class RouteProbe implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    /** The probes of this thread's sessions. Weak and of the JDK's types only, so that it keeps neither session nor class loader. */
    private static final ThreadLocal<Map<Session, WeakReference<RouteProbe>>> KNOWN =
            ThreadLocal.withInitial(WeakHashMap::new);

    private final transient Session session;
    private boolean sql;
    private boolean cached;
    private int entities;

    private RouteProbe(Session session) {
        this.session = session;
    }

    /** A probe for a session that makes one load and ends. */
    static RouteProbe once(Session session) {
        RouteProbe probe = new RouteProbe(session);
        session.addEventListeners(probe);
        return probe;
    }

    /** The probe of a session that makes many loads: attached at the first, and kept. */
    static RouteProbe of(Session session) {
        Map<Session, WeakReference<RouteProbe>> all = KNOWN.get();
        WeakReference<RouteProbe> known = all.get(session);
        RouteProbe probe = known == null ? null : known.get();
        if (probe == null) {
            probe = once(session);
            all.put(session, new WeakReference<>(probe));
        }
        return probe;
    }

    /** Forgets what was seen. */
    void reset() {
        sql = false;
        cached = false;
        entities = session.getStatistics().getEntityCount();
    }

    /** Whether SQL was prepared since {@link #reset}. */
    boolean askedSql() {
        return sql;
    }

    /** The way of the load since {@link #reset}. */
    LookupRoute route(@Nullable Object entity) {
        if (sql) {
            return LookupRoute.JDBC;
        }
        boolean known = entity != null && session.getStatistics().getEntityCount() == entities;
        return cached || known ? LookupRoute.MEMORY : LookupRoute.HANDLERSOCKET;
    }

    @Override
    public void jdbcPrepareStatementStart() {
        sql = true;
    }

    @Override
    public void cacheGetEnd(boolean hit) {
        cached |= hit;
    }
}
