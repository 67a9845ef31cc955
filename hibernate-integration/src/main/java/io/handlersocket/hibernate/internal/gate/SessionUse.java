// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** One use of a pooled connection, from checkout to return. {@link ConnectionTracker} reports what happens in it. */
public interface SessionUse {

    /** Called before the connection is used to create a statement, to read metadata or to unwrap it. */
    void begins() throws SQLException;

    /** Called before a statement of this kind runs. */
    void runs(SqlKind kind);

    /** Called before and after a statement runs, and when a transaction ends in which one ran. */
    void usesSql();

    /** Called when the connection can no longer be watched: from now on, anything may run unobserved. */
    void outOfSight();

    /** Called after the isolation of later transactions was set to this constant of {@link Connection}. */
    void isolationSet(int level);

    /**
     * Called before the session is set to read-only, or to read and write, over JDBC.
     *
     * @return whether the call may reach the connection
     */
    boolean readOnlySets();

    /** Called after the session was set to read-only, or to read and write, over JDBC. */
    void readOnlySet(boolean readOnly);

    /**
     * Called before the connection is returned to the pool.
     *
     * @param onlyRead whether a transaction that began in this use, and is still open, ran nothing but plain reads
     */
    void ends(boolean onlyRead);

    /** Returns the session's isolation; null if only the connection can tell. */
    @Nullable
    Isolation isolation();
}
