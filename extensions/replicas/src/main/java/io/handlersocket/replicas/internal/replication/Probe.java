// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.GtidPosition.Gtid;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answer of a server to one question: what it is, whether it is writable, and its positions. Immutable.
 *
 * @param sentNanos when the question was sent, by {@link System#nanoTime()}: all that was committed earlier is covered
 * @param wallMillis the same moment by the wall clock
 * @param fresh whether the question was the first one on its connection
 * @param identity as {@link ServerFacts#IDENTITY_SQL}
 * @param serverId {@code server_id}
 * @param readOnly whether {@code read_only} is on
 * @param applied {@code gtid_slave_pos}: the last transactions that came by replication
 * @param logged {@code gtid_binlog_pos}: the last transactions of the binary log
 * @param current {@code gtid_current_pos}: as applied, or own ones if their numbers are higher
 * @param logState {@code gtid_binlog_state}: the last transaction of each domain and server in the binary log
 */
public record Probe(
        long sentNanos,
        long wallMillis,
        boolean fresh,
        String identity,
        long serverId,
        boolean readOnly,
        GtidPosition applied,
        GtidPosition logged,
        GtidPosition current,
        List<Gtid> logState) {

    private static final String QUESTION = "SELECT " + ServerFacts.IDENTITY_SQL
            + ", @@global.server_id, @@global.read_only, @@global.gtid_slave_pos, @@global.gtid_binlog_pos,"
            + " @@global.gtid_current_pos, @@global.gtid_binlog_state";

    public Probe {
        logState = List.copyOf(logState);
    }

    /**
     * Asks a server.
     *
     * @param fresh whether this is the first question on the session
     * @param time tells when the question is sent
     * @throws IllegalArgumentException if a position is malformed
     */
    public static Probe ask(SqlSession session, boolean fresh, TimeSource time) throws SQLException {
        long wallMillis = time.wallClock().millis();
        long sentNanos = time.nanoTime().getAsLong();
        return session.query(row -> read(row, sentNanos, wallMillis, fresh), QUESTION)
                .get(0);
    }

    /** Waits at a replica until it is at this position, for at most 20 ms: the probe must not be late for its lease. */
    static void await(SqlSession session, GtidPosition position) throws SQLException {
        session.query(row -> row.getInt(1), "SELECT MASTER_GTID_WAIT(?, 0.02)", position.toString());
    }

    private static Probe read(ResultSet row, long sentNanos, long wallMillis, boolean fresh) throws SQLException {
        return new Probe(
                sentNanos,
                wallMillis,
                fresh,
                text(row, 1),
                row.getLong(2),
                isReadOnly(text(row, 3)),
                position(text(row, 4)),
                position(text(row, 5)),
                position(text(row, 6)),
                gtids(text(row, 7)));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** Newer servers have more values than 0 and 1; every one but off keeps applications from writing. */
    static boolean isReadOnly(String value) {
        return !value.equals("0") && !value.toLowerCase(Locale.ROOT).equals("off");
    }

    /** The server's own position, which may have any number of domains. */
    private static GtidPosition position(String text) {
        Map<Long, Gtid> domains = new TreeMap<>();
        gtids(text).forEach(gtid -> domains.put(gtid.domain(), gtid));
        return new GtidPosition(domains);
    }

    /** The list has one transaction for each domain and server, so it is not a position. */
    static List<Gtid> gtids(String text) {
        List<Gtid> gtids = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                gtids.add(Gtid.parse(part.trim()));
            }
        }
        return gtids;
    }

    /** Returns whether the binary log has this transaction, or a later one of the same domain and server. */
    public boolean hasLogged(Gtid wanted) {
        return logState.stream()
                .anyMatch(gtid -> gtid.domain() == wanted.domain()
                        && gtid.server() == wanted.server()
                        && Long.compareUnsigned(gtid.sequence(), wanted.sequence()) >= 0);
    }

    /**
     * Returns whether the server may have executed this transaction: its binary log has it, or it came by replication.
     * Nothing is known of a domain that appears in neither.
     */
    public boolean mayHave(Gtid wanted) {
        Gtid replicated = applied.domains().get(wanted.domain());
        if (replicated != null
                && replicated.server() == wanted.server()
                && Long.compareUnsigned(replicated.sequence(), wanted.sequence()) >= 0) {
            return true;
        }
        boolean unknown = replicated == null && logState.stream().noneMatch(gtid -> gtid.domain() == wanted.domain());
        return unknown || hasLogged(wanted);
    }

    /** Returns whether a primary has all transactions up to this position, also those of the primaries before it. */
    public boolean has(GtidPosition position) {
        return committed().covers(position)
                && position.domains().values().stream().allMatch(this::mayHave);
    }

    /** Returns the position that covers all that is committed on a primary, also what it applied as a replica. */
    public GtidPosition committed() {
        return logged.max(applied);
    }
}
