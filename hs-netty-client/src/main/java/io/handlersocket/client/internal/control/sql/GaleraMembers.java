// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The members of a Galera cluster, as one of them knows them.
 *
 * @param id identifies the cluster
 * @param own the member that was asked
 * @param others all other members
 */
record GaleraMembers(String id, Member own, List<Member> others) {

    /**
     * @param name what the cluster calls it, for log lines and to order by; it may be no address
     * @param address {@code host:port}; empty if the name is no address
     */
    record Member(String name, Optional<String> address) {

        private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
        private static final String UNKNOWN = "AUTO";
        private static final int DEFAULT_PORT = 3306;

        static Member of(String entry) {
            String name = entry.strip();
            Matcher address = ADDRESS.matcher(name);
            if (!address.matches() || name.equals(UNKNOWN)) {
                return new Member(name, Optional.empty());
            }
            int port = address.group(2) == null ? 0 : Integer.parseInt(address.group(2));
            return new Member(
                    name,
                    port > 0xffff
                            ? Optional.empty()
                            : Optional.of(address.group(1) + ':' + (port == 0 ? DEFAULT_PORT : port)));
        }

        @Override
        public String toString() {
            return name.isEmpty() ? "a member" : name;
        }
    }

    private static final String SIZE = "wsrep_cluster_size";
    private static final String INDEX = "wsrep_local_index";
    private static final String ADDRESSES = "wsrep_incoming_addresses";
    private static final String ID = "wsrep_cluster_state_uuid";
    private static final String STATUS =
            "SHOW STATUS WHERE Variable_name IN ('" + String.join("', '", SIZE, INDEX, ADDRESSES, ID) + "')";

    /** Asks a server for the members of its cluster; empty if it is in none. */
    static Optional<GaleraMembers> of(Connection connection) throws SQLException {
        Map<String, String> status = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(STATUS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                status.put(rows.getString(1), String.valueOf(rows.getString(2)));
            }
        }
        return of(status);
    }

    static Optional<GaleraMembers> of(Map<String, String> status) {
        int size = number(status, SIZE);
        if (size < 1) {
            return Optional.empty();
        }
        List<Member> members = new ArrayList<>();
        for (String entry : status.getOrDefault(ADDRESSES, "").split(",", -1)) {
            members.add(Member.of(entry));
        }
        while (members.size() < size) {
            members.add(Member.of(""));
        }
        int index = number(status, INDEX);
        // A member that does not know its place: each address may be its own.
        Member own = index < 0 || index >= members.size() ? Member.of("") : members.remove(index);
        return Optional.of(new GaleraMembers(status.getOrDefault(ID, ""), own, List.copyOf(members)));
    }

    /** Negative if it is absent or no number of a member. */
    private static int number(Map<String, String> status, String variable) {
        String value = status.getOrDefault(variable, "");
        return value.matches("\\d{1,9}") ? Integer.parseInt(value) : -1;
    }
}
