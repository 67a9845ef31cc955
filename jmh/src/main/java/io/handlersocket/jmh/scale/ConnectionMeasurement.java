// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures what connections, open tables, starting clients and their guards cost a server: lines of name and value. */
final class ConnectionMeasurement {

    private static final int CONNECTIONS = 1_000;
    private static final int CLIENTS = 40;
    private static final int INDEXES = 10;
    private static final int TABLES = 50;
    private static final int MANY_TABLES = 250;
    private static final double WATCHED_SECONDS = 6;

    private ConnectionMeasurement() {}

    static void main() throws Exception {
        try (HandlerSocketMariaDB server = server(16);
                ServerMeter meter = new ServerMeter(server)) {
            connections(server, meter, 16);
        }
        try (HandlerSocketMariaDB server = server(256);
                ServerMeter meter = new ServerMeter(server)) {
            connections(server, meter, 256);
        }
        try (HandlerSocketMariaDB server = server(16);
                ServerMeter meter = new ServerMeter(server)) {
            clients(server, meter);
        }
    }

    /** Measures only how connections are spread, without and with {@code handlersocket_accept_balance}. */
    static void spread() throws Exception {
        for (int threads : new int[] {16, 64, 256}) {
            for (int balance : new int[] {0, 1}) {
                try (HandlerSocketMariaDB server = server(threads, "--handlersocket-accept-balance=" + balance);
                        ServerMeter meter = new ServerMeter(server)) {
                    Database db = Database.of(server);
                    List<RawConnection> all = new ArrayList<>();
                    for (int i = 0; i < CONNECTIONS; i++) {
                        all.add(new RawConnection(db));
                    }
                    List<Integer> workers = meter.connectionsByWorker();
                    say(threads, "balance_" + balance + "_workers_of_1000_connections", workers.size());
                    say(threads, "balance_" + balance + "_busiest_worker_of_1000_connections", workers.get(0));
                    for (RawConnection one : all) {
                        one.close();
                    }
                }
            }
        }
    }

    private static HandlerSocketMariaDB server(int threads, String... more) {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withHandlerSocketThreads(threads)
                .withServerArguments("--table-open-cache=20000", "--max-connections=500")
                .withServerArguments(more);
        server.start();
        tables(server, 0, TABLES);
        return server;
    }

    private static void tables(HandlerSocketMariaDB server, int from, int to) {
        List<String> statements = new ArrayList<>();
        for (int i = from; i < to; i++) {
            statements.add("CREATE TABLE " + server.getDatabaseName() + ".guarded_" + i + " (id INT PRIMARY KEY)");
        }
        server.execute(statements.toArray(String[]::new));
    }

    private static void connections(HandlerSocketMariaDB server, ServerMeter meter, int threads)
            throws IOException, SQLException {
        Database db = Database.of(server);
        List<RawConnection> all = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * threads; i++) { // every worker has memory of its own from its first connection on
                all.add(new RawConnection(db));
            }
            long memory = meter.residentBytes();
            double cpu = meter.cpuSeconds();
            long start = System.nanoTime();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(new RawConnection(db));
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            say(threads, "connect_and_authenticate_server_us", (meter.cpuSeconds() - cpu) * 1e6 / CONNECTIONS);
            say(threads, "connect_and_authenticate_us", seconds * 1e6 / CONNECTIONS);
            say(threads, "idle_connection_bytes", (double) (meter.residentBytes() - memory) / CONNECTIONS);
            List<Integer> workers = meter.connectionsByWorker();
            say(threads, "workers_with_connections", workers.size());
            say(threads, "most_connections_of_a_worker", workers.get(0));
            memory = meter.residentBytes();
            for (RawConnection one : all) {
                one.open(server.getDatabaseName(), 1);
            }
            long first = meter.residentBytes() - memory;
            long tables = Long.parseLong(meter.status("Open_tables"));
            for (RawConnection one : all) {
                one.open(server.getDatabaseName(), TABLES);
            }
            long rest = meter.residentBytes() - memory - first;
            tables = Long.parseLong(meter.status("Open_tables")) - tables;
            say(threads, "open_tables_of_" + TABLES, (double) tables);
            say(threads, "open_index_bytes_on_all_connections", (double) rest);
            say(threads, "connections", all.size());
        } finally {
            for (RawConnection one : all) {
                one.close();
            }
        }
    }

    private static void clients(HandlerSocketMariaDB server, ServerMeter meter) throws Exception {
        Database db = Database.of(server);
        List<HandlerSocketClient> clients = new ArrayList<>();
        try {
            clients.add(client(db)); // the first one warms up both sides
            double cpu = meter.cpuSeconds();
            long start = System.nanoTime();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(client(db));
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            say(16, "client_start_seconds", seconds / CLIENTS);
            // The guards of the clients that are there already ask meanwhile: about half of them, once a second.
            say(16, "client_start_with_guards_server_ms", (meter.cpuSeconds() - cpu) * 1e3 / CLIENTS);
            say(16, "probe_of_" + TABLES + "_tables_server_ms", probe(meter));
            tables(server, TABLES, MANY_TABLES);
            Thread.sleep(11_000); // the guard's list of tables is up to 10 s old
            say(16, "probe_of_" + MANY_TABLES + "_tables_server_ms", probe(meter));
        } finally {
            for (HandlerSocketClient client : clients) {
                client.close();
            }
        }
    }

    private static HandlerSocketClient client(Database db) {
        HandlerSocketClient client = HandlerSocketClient.builder()
                .dataSource(db.dataSource())
                .host(db.host())
                .port(db.readPort())
                .secret(db.readSecret())
                .build();
        for (int i = 0; i < INDEXES; i++) {
            client.index(IndexSpec.primary(db.schema(), "guarded_" + i));
        }
        return client;
    }

    private static double probe(ServerMeter meter) throws InterruptedException {
        double cpu = meter.cpuSeconds();
        long start = System.nanoTime();
        Thread.sleep((long) (WATCHED_SECONDS * 1000));
        double seconds = (System.nanoTime() - start) / 1e9;
        return (meter.cpuSeconds() - cpu) * 1e3 / seconds / (CLIENTS + 1);
    }

    private static void say(int threads, String name, double value) {
        System.out.printf(Locale.ROOT, "%s,%d,%.4f%n", name, threads, value);
    }
}
