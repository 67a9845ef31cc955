// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.TreeMap;

/** Asks a node of a Galera cluster whether it would answer a query over SQL: HandlerSocket answers without that. */
public final class GaleraNode {

    /** How the failure begins that says what the node is. */
    public static final String NOT_READY = "the Galera node is not ready: ";

    /** A node without quorum shows it, too. With {@code wsrep_dirty_reads}, it even answers a SELECT. */
    private static final String STATUS = "SHOW STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_status',"
            + " 'wsrep_local_state', 'wsrep_local_state_comment')";

    private static final String JOINING = "1";

    private GaleraNode() {}

    /** Fails if the node would refuse a query, or answer it only because the session has {@code wsrep_dirty_reads}. */
    public static void requireReady(SqlSession session) throws SQLException {
        TreeMap<String, String> status = new TreeMap<>();
        session.query(row -> status.put(row.getString(1), row.getString(2)), STATUS);
        boolean ready = "ON".equals(status.get("wsrep_ready"))
                && "Primary".equals(status.get("wsrep_cluster_status"))
                && !JOINING.equals(status.get("wsrep_local_state"));
        if (!ready) {
            throw new SQLTransientConnectionException(NOT_READY + status);
        }
    }
}
