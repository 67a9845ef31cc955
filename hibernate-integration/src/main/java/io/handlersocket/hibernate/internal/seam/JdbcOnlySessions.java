// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.OverJdbc;
import io.handlersocket.hibernate.ReasonCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SharedSessionContract;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** The sessions and queries whose loads the application leaves to JDBC. The set of sessions is usually empty. */
public final class JdbcOnlySessions {

    private static final JdbcReason REASON = JdbcReason.of(ReasonCode.OVER_JDBC_SESSION);
    private static final JdbcReason COMMENT = JdbcReason.of(ReasonCode.OVER_JDBC_COMMENT);

    private final Set<SharedSessionContract> sessions = ConcurrentHashMap.newKeySet();

    public <T> T run(SharedSessionContract session, Supplier<T> loads) {
        SharedSessionContract own = session instanceof Session any ? any.unwrap(SessionImplementor.class) : session;
        if (!(own instanceof SharedSessionContractImplementor)) {
            throw new IllegalArgumentException("session: " + session.getClass().getName()
                    + " (expected a session of Hibernate; unwrap proxies of it)");
        }
        boolean added = sessions.add(own);
        try {
            return loads.get();
        } finally {
            if (added) {
                sessions.remove(own);
            }
        }
    }

    /**
     * Returns why JDBC must answer a query with this comment; null if the comment does not ask for it. It is the only
     * free text of a query that Hibernate passes to the executor: a hint with an unknown name is dropped.
     */
    public static @Nullable JdbcReason refusal(@Nullable String comment) {
        return comment != null && comment.startsWith(OverJdbc.COMMENT) ? COMMENT : null;
    }

    public @Nullable JdbcReason refusal(SharedSessionContract session) {
        return !sessions.isEmpty() && sessions.contains(session) ? REASON : null;
    }
}
