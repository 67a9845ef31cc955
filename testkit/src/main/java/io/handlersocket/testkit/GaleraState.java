// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a node says of itself and its cluster.
 *
 * @param state such as {@code Synced}, or why the node does not answer SQL
 * @param view names the present members: it is another one whenever they change
 * @param size number of the members
 */
record GaleraState(String state, String view, int size) {
    private static final String QUERY = "SHOW STATUS WHERE Variable_name IN"
            + " ('wsrep_cluster_conf_id', 'wsrep_cluster_size', 'wsrep_local_state_comment', 'wsrep_ready')";

    static GaleraState of(HandlerSocketMariaDB node) {
        if (!node.isRunning()) {
            return new GaleraState("does not run", "", 0);
        }
        if (node.isPaused()) {
            return new GaleraState("is paused", "", 0);
        }
        String url = node.jdbcUrl("connectTimeout=5000&socketTimeout=5000");
        try (Connection connection =
                new Sql(url, "root", node.rootPassword()).dataSource().getConnection()) {
            return of(connection);
        } catch (SQLException e) {
            return new GaleraState(String.valueOf(e.getMessage()), "", 0);
        }
    }

    static GaleraState of(Connection connection) throws SQLException {
        Map<String, String> status = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                status.put(rows.getString(1), rows.getString(2));
            }
        }
        String state = status.getOrDefault("wsrep_local_state_comment", "");
        return new GaleraState(
                "ON".equals(status.get("wsrep_ready")) ? state : "not ready, " + state,
                status.getOrDefault("wsrep_cluster_conf_id", ""),
                Integer.parseInt(status.getOrDefault("wsrep_cluster_size", "0")));
    }

    /** Whether it has what the majority has, as far as it knows: it may have been cut off a moment ago. */
    boolean isSynced() {
        return state.equals("Synced");
    }

    /** Whether all members that this node knows say the same of the cluster, too. */
    boolean isSynced(List<GaleraState> nodes) {
        return isSynced()
                && nodes.stream().filter(node -> node.view.equals(view)).count() == size;
    }
}
