// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Whether an open table stands in the way of others only until the connection closes, and whether probes see who waits. */
final class GuardCheck {

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final String PROBE = "SET STATEMENT lock_wait_timeout=0 FOR SELECT 1 FROM hsv.line_guard LIMIT 0";
    private static final String WRITE_PROBE =
            "SET STATEMENT lock_wait_timeout=0, sql_safe_updates=0 FOR UPDATE hsv.line_guard SET v = v WHERE 1 = 0";

    private GuardCheck() {}

    static List<Verdict> run(HandlerSocketMariaDB server) throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        try (Connection guard = server.rootDataSource().getConnection();
                Statement sql = guard.createStatement()) {
            sql.execute("CREATE OR REPLACE TABLE hsv.line_guard (id INT PRIMARY KEY, v INT)");
            sql.execute("INSERT INTO hsv.line_guard VALUES (1, 7)");
            long locks = server.globalStatus("Handlersocket_hs_table_lock");
            PlainClient client = open(server, server.readPort(), server.readSecret());
            try (client) {
                verdicts.add(Verdict.of("a row is read", "0\t2\t1\t7", client.ask("1", "=", "1", "1")));
                verdicts.add(new Verdict(
                        "lookups move Handlersocket_hs_table_lock",
                        server.globalStatus("Handlersocket_hs_table_lock") > locks,
                        ""));
                verdicts.add(Verdict.of("the probe is clean while nobody waits", 0, probe(sql, PROBE)));
                CompletableFuture<Void> ddl = ddl(server, "ALTER TABLE hsv.line_guard COMMENT = 'line'");
                verdicts.add(new Verdict("an open table makes ALTER wait", !ends(ddl, 500), ""));
                verdicts.add(Verdict.of("the probe sees who waits", LOCK_WAIT_TIMEOUT, probe(sql, PROBE)));
                verdicts.add(Verdict.of("an open connection reads on", "0\t2\t1\t7", client.ask("1", "=", "1", "1")));
                client.close();
                verdicts.add(new Verdict("closing lets ALTER pass", ends(ddl, 5_000), ""));
            }
            verdicts.add(Verdict.of("the probe is clean again", 0, awaitClean(sql, PROBE)));
            verdicts.addAll(write(server, sql));
            verdicts.addAll(hold(server, guard, sql));
            sql.execute("DO GET_LOCK('handlersocket_drain', 1)");
            verdicts.add(Verdict.of("the drain lock is seen", true, used(server)));
        }
        return verdicts;
    }

    /** A table that is open for writing also stands in the way of who wants everything to be only read. */
    private static List<Verdict> write(HandlerSocketMariaDB server, Statement sql) throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        PlainClient client = open(server, server.writePort(), server.writeSecret());
        try (client) {
            verdicts.add(Verdict.of("a row is written", "0\t1", client.ask("1", "+", "2", "2", "8")));
            verdicts.add(Verdict.of("the write probe is clean while nobody waits", 0, probe(sql, WRITE_PROBE)));
            CompletableFuture<Void> flush = ddl(server, "FLUSH TABLES WITH READ LOCK", "UNLOCK TABLES");
            verdicts.add(new Verdict("an open writer makes FLUSH TABLES WITH READ LOCK wait", !ends(flush, 500), ""));
            verdicts.add(Verdict.of("the write probe sees who waits", LOCK_WAIT_TIMEOUT, probe(sql, WRITE_PROBE)));
            client.close();
            verdicts.add(new Verdict("closing lets FLUSH TABLES WITH READ LOCK pass", ends(flush, 5_000), ""));
        }
        verdicts.add(Verdict.of("the write probe is clean again", 0, awaitClean(sql, WRITE_PROBE)));
        return verdicts;
    }

    /** An index is opened while SQL holds its table, and nobody renames it meanwhile. */
    private static List<Verdict> hold(HandlerSocketMariaDB server, Connection guard, Statement sql) throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        guard.setAutoCommit(false);
        sql.execute(PROBE);
        CompletableFuture<Void> rename = ddl(server, "RENAME TABLE hsv.line_guard TO hsv.line_renamed");
        verdicts.add(new Verdict("a hold makes RENAME wait", !ends(rename, 500), ""));
        guard.rollback();
        verdicts.add(new Verdict("the end of the hold lets RENAME pass", ends(rename, 5_000), ""));
        sql.execute("DROP TABLE IF EXISTS hsv.line_guard, hsv.line_renamed");
        guard.commit();
        guard.setAutoCommit(true);
        return verdicts;
    }

    private static boolean used(HandlerSocketMariaDB server) throws SQLException {
        try (Connection other = server.dataSource().getConnection();
                Statement sql = other.createStatement();
                var row = sql.executeQuery("SELECT IS_USED_LOCK('handlersocket_drain')")) {
            return row.next() && row.getString(1) != null;
        }
    }

    private static PlainClient open(HandlerSocketMariaDB server, int port, String secret) throws IOException {
        PlainClient client = new PlainClient(server.getHost(), port);
        client.ask("A", "1", secret);
        String answer = client.ask("P", "1", "hsv", "line_guard", "PRIMARY", "id,v");
        if (!answer.equals("0\t1")) {
            client.close();
            throw new IOException("P: " + answer);
        }
        return client;
    }

    private static int probe(Statement sql, String probe) {
        try {
            sql.execute(probe);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    private static int awaitClean(Statement sql, String probe) {
        int code = probe(sql, probe);
        for (int i = 0; i < 100 && code != 0; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            code = probe(sql, probe);
        }
        return code;
    }

    private static CompletableFuture<Void> ddl(HandlerSocketMariaDB server, String... statements) {
        return CompletableFuture.runAsync(() -> server.execute(statements), task -> new Thread(task).start());
    }

    private static boolean ends(CompletableFuture<Void> ddl, long millis)
            throws InterruptedException, ExecutionException {
        try {
            ddl.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
