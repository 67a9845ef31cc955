// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;

/** One use of a pooled connection, from its checkout until it is given back, as {@link ConnectionTracker} sees it. */
public interface SessionUse {

    /** The server is about to be asked something on the connection. */
    void begins() throws SQLException;

    /** A statement of this kind is about to run. */
    void runs(SqlKind kind);

    /** The connection leaves what can be watched: from now on anything may run unseen. */
    void outOfSight();

    /** The isolation of later transactions was set to this, as {@link Connection} counts it. */
    void isolationSet(int level);

    /** The session was set to read only, or to read and write, by way of JDBC. */
    void readOnlySet(boolean readOnly);

    /** The connection is about to be given back. */
    void ends();

    /** The session's isolation, as {@link Connection} counts it. */
    int isolation() throws SQLException;

    /** Whether the server refuses to write what has changed since a transaction's snapshot; true if it is not known. */
    boolean isSnapshotIsolation();
}
