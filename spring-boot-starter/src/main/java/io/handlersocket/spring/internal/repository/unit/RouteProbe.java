// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.spring.LookupRoute;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.hibernate.Session;
import org.hibernate.SessionEventListener;
import org.jspecify.annotations.Nullable;

/**
 * Detects the route of a session's loads: whether Hibernate has prepared SQL since {@link #reset}, or a cache had the
 * entity. Only the session's thread uses it.
 */
public final class RouteProbe implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    /**
     * The probes of this thread's sessions, weak and in JDK types only, so that it retains neither session nor class
     * loader.
     */
    private static final ThreadLocal<Map<Session, WeakReference<RouteProbe>>> KNOWN =
            ThreadLocal.withInitial(WeakHashMap::new);

    private final transient Session session;
    private boolean sql;
    private boolean cached;
    private int entities;

    private RouteProbe(Session session) {
        this.session = session;
    }

    /** Returns a probe for a session that makes one load and ends. */
    public static RouteProbe once(Session session) {
        RouteProbe probe = new RouteProbe(session);
        session.addEventListeners(probe);
        return probe;
    }

    /** Returns the probe of a session that makes many loads; attached at the first one and kept. */
    public static RouteProbe of(Session session) {
        Map<Session, WeakReference<RouteProbe>> all = KNOWN.get();
        WeakReference<RouteProbe> known = all.get(session);
        RouteProbe probe = known == null ? null : known.get();
        if (probe == null) {
            probe = once(session);
            all.put(session, new WeakReference<>(probe));
        }
        return probe;
    }

    /** Starts a new load. */
    public void reset() {
        sql = false;
        cached = false;
        entities = session.getStatistics().getEntityCount();
    }

    /** Returns whether SQL was prepared since {@link #reset}. */
    public boolean askedSql() {
        return sql;
    }

    /** Returns the route of the load since {@link #reset}. */
    public LookupRoute route(@Nullable Object entity) {
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
