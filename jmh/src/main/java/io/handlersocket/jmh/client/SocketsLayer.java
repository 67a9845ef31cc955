// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.NamedArm;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Unix-domain sockets, for our client and for JDBC. A plugin that listens on a file has no TCP port, so these arms have
 * a separate server with the same settings and rows.
 */
public final class SocketsLayer implements Layer {

    private static final int[] THREADS = {1, 16};
    private static final int IN_FLIGHT = 1024;

    private final List<Arm> arms = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        List<String> notes = new ArrayList<>();
        if (Database.isExternal()) {
            notes.add("Not measured: it needs a server of its own, and an external one was named.");
            return new LayerResult("sockets", List.of(), List.of(), List.of(), List.of(), notes);
        }
        Path folder = Files.createTempDirectory("hs");
        Path file = folder.resolve("hs.sock");
        HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withProcessControl()
                .withPluginNotListening()
                .withServerArguments(
                        "--handlersocket-address=/",
                        "--handlersocket-port=" + file,
                        "--handlersocket-plain-secret=of-the-file");
        try {
            UserTable.start(server);
        } catch (IllegalStateException e) {
            notes.add("Not measured: no such server here: " + e.getMessage() + ".");
            return new LayerResult("sockets", List.of(), List.of(), List.of(), List.of(), notes);
        }
        try {
            return measure(db, database(server, ""), database(server, socket(server)), pace, notes);
        } finally {
            server.kill(); // No connection wakes the plugin's thread that listens on the file.
            server.stop();
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    /** The server whose plugin has no port. */
    private static Database database(HandlerSocketMariaDB server, String options) {
        Database db = new Database(
                server.getJdbcUrl(),
                server.getHost(),
                server.getMappedPort(3306),
                server.getDatabaseName(),
                server.getUsername(),
                server.getPassword(),
                0,
                "");
        return db.withUrl(db.url(options));
    }

    private static String socket(HandlerSocketMariaDB server) {
        return "localSocket=" + server.globalVariable("socket");
    }

    private LayerResult measure(Database tcp, Database unix, Database local, Pace pace, List<String> notes)
            throws Exception {
        try (CostMeter meter = new CostMeter(unix);
                HandlerSocketClient overTcp = Clients.to(tcp).build();
                HandlerSocketClient overUnix = Clients.discovering(unix).build()) {
            Index port = overTcp.index(Clients.users(tcp));
            Index file = overUnix.index(Clients.users(unix));
            Optional<ProcessHandle> other = CostMeter.process(tcp);
            for (int threads : THREADS) {
                ask(
                        "blocking" + threads + "_find",
                        new NamedArm("blocking-" + threads, new BlockingArm(port, threads, null), other),
                        new NamedArm(
                                "unix-blocking-" + threads, new BlockingArm(file, threads, null), Optional.empty()),
                        new JdbcArm(unix, JdbcSetting.PREPARED, threads, 1),
                        new NamedArm(
                                "unix-jdbc-prepared-" + threads,
                                new JdbcArm(local, JdbcSetting.PREPARED, threads, 1),
                                Optional.empty()));
            }
            Arm async = new NamedArm(
                    "async-" + IN_FLIGHT, AsyncLookups.arm("async", port, IN_FLIGHT, RowCheck.THREE_COLUMNS), other);
            Arm unixAsync = AsyncLookups.arm("unix-async", file, IN_FLIGHT, RowCheck.THREE_COLUMNS);
            arms.addAll(List.of(async, unixAsync));
            questions.add(new Question("unix_async_find_vs_jdbc", unixAsync.name(), "unix-jdbc-prepared-16"));
            questions.add(new Question("unix_async_find_vs_tcp", unixAsync.name(), async.name()));
            Panel panel = new Panel(pace, meter);
            try {
                panel.ask(arms, questions);
            } finally {
                arms.forEach(Arm::close);
            }
            notes.add("*unix*: over a unix-domain socket. `blocking` and `async` over TCP read from another server with"
                    + " the same settings and rows, whose `Handler_read_key` is not in the table. The JDBC arms read"
                    + " from one server. Packets of a unix-domain socket are not counted.");
            notes.addAll(panel.notes());
            return new LayerResult("sockets", panel.series(), List.of(), panel.figures(), panel.costs(), notes);
        }
    }

    private void ask(String what, Arm tcp, Arm unix, Arm jdbc, Arm unixJdbc) {
        arms.addAll(List.of(tcp, unix, jdbc, unixJdbc));
        questions.add(new Question("unix_" + what + "_vs_jdbc", unix.name(), unixJdbc.name()));
        questions.add(new Question("unix_" + what + "_vs_tcp", unix.name(), tcp.name()));
        String jdbcKey = "unix_" + what.replace("blocking", "jdbc") + "_vs_tcp";
        questions.add(new Question(jdbcKey, unixJdbc.name(), jdbc.name()));
    }
}
