// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.endurance.galera.ClusterTables.Version;
import io.handlersocket.endurance.galera.Observed.Way;
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Writers and readers of all nodes at work until {@link #end()}. Used by one thread. */
final class ClusterRun implements AutoCloseable {

    static final int NODES = 3;
    private static final int READERS_OF_A_NODE = 2;
    private static final long FIRST_FREE_NONCE = 1_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final GaleraMariaDB db;
    private final List<HandlerSocketClient> clients = new ArrayList<>();
    private final List<NodeWriter> writers = new ArrayList<>();
    private final List<SqlReader> sqlReaders = new ArrayList<>();
    private final List<LookupReader> lookupReaders = new ArrayList<>();
    private final List<LookupReader> addressReaders = new ArrayList<>();
    private final List<Attempt> first = new ArrayList<>();

    /** Makes the tables, and starts everything when each client can read them. */
    ClusterRun(GaleraMariaDB db, Random random) throws SQLException {
        this.db = db;
        long begin = System.nanoTime();
        ClusterTables.create(db.node(1));
        for (int key = 0; key < ClusterTables.KEYS; key++) {
            first.add(new Attempt(1, key, 0, ClusterTables.firstNonce(key), 0, begin, Attempt.NEVER));
        }
        for (int node = 1; node <= NODES; node++) {
            newest(node); // also waits until the node has the tables
        }
        AtomicLong nonces = new AtomicLong(FIRST_FREE_NONCE);
        for (int node = 1; node <= NODES; node++) {
            HandlerSocketMariaDB server = db.node(node);
            int known = node;
            HandlerSocketClient client = connect("node " + node, server.dataSource());
            for (int i = 1; i <= READERS_OF_A_NODE; i++) {
                String name = "lookups " + i + " of node " + node;
                lookupReaders.add(new LookupReader(name, client, () -> known, new Random(random.nextLong())));
            }
            writers.add(new NodeWriter(node, server, nonces, new Random(random.nextLong())));
            for (Way way : List.of(Way.SQL, Way.CAUSAL_SQL)) {
                sqlReaders.add(new SqlReader(node, server, way, new Random(random.nextLong())));
            }
        }
        HandlerSocketClient address = connect("address", db.addressDataSource());
        addressReaders.add(new LookupReader(
                "lookups by the address", address, () -> nodeOf(address), new Random(random.nextLong())));
        workers().forEach(Worker::start);
    }

    private HandlerSocketClient connect(String name, DataSource dataSource) {
        HandlerSocketClient client =
                HandlerSocketClient.builder().name(name).dataSource(dataSource).build();
        clients.add(client);
        client.awaitReady(PATIENCE);
        return client;
    }

    private int nodeOf(HandlerSocketClient client) {
        int port = client.snapshot().endpoint().map(Endpoint::port).orElse(0);
        for (int node = 1; node <= NODES; node++) {
            if (db.node(node).readPort() == port) {
                return node;
            }
        }
        return Observed.UNKNOWN;
    }

    private Stream<Worker> workers() {
        return Stream.of(writers, sqlReaders, lookupReaders, addressReaders).flatMap(List::stream);
    }

    /** Lookups that were answered so far. */
    int reads() {
        return Stream.of(lookupReaders, addressReaders)
                .flatMap(List::stream)
                .mapToInt(LookupReader::reads)
                .sum();
    }

    /** Whether the writers' sessions wait for what other nodes have committed. */
    void waitForOthers(boolean wait) {
        writers.forEach(writer -> writer.waitForOthers(wait));
    }

    /** Stops the writers of a node, runs the action, and lets them go on. */
    void withoutWriter(int node, Runnable action) {
        writers.get(node - 1).hold(action);
    }

    /** Stops everything. All nodes must be synced. */
    Recorded end() throws InterruptedException, SQLException {
        close();
        workers().forEach(worker -> System.out.println("ClusterRun: " + worker));
        List<Attempt> attempts = new ArrayList<>(first);
        writers.forEach(writer -> attempts.addAll(writer.attempts()));
        Map<Integer, List<Observed>> sql = new HashMap<>();
        Map<Integer, List<Probe>> probes = new HashMap<>();
        for (SqlReader reader : sqlReaders) {
            sql.computeIfAbsent(reader.node(), node -> new ArrayList<>()).addAll(reader.observed());
            if (reader.way() == Way.SQL) {
                probes.put(reader.node(), reader.probes());
            }
        }
        Map<String, Long> failed = new TreeMap<>();
        Stream.of(lookupReaders, addressReaders)
                .flatMap(List::stream)
                .forEach(reader -> reader.failures().forEach((kind, times) -> failed.merge(kind, times, Long::sum)));
        return new Recorded(
                attempts,
                newest(1),
                sql.values().stream().flatMap(List::stream).toList(),
                probes,
                observed(lookupReaders),
                observed(addressReaders),
                failed,
                workers().map(Worker::broken).flatMap(Optional::stream).toList());
    }

    private static List<Observed> observed(List<LookupReader> readers) {
        return readers.stream()
                .map(LookupReader::observed)
                .flatMap(List::stream)
                .toList();
    }

    /** The nonces of all keys, after all that any node has committed. */
    private Map<Integer, Long> newest(int node) throws SQLException {
        Map<Integer, Long> nonces = new HashMap<>();
        try (NodeSession session = new NodeSession(db.node(node), true);
                PreparedStatement select = session.prepare(ClusterTables.GAME)) {
            for (int key = 0; key < ClusterTables.KEYS; key++) {
                select.setInt(1, key);
                try (ResultSet rows = select.executeQuery()) {
                    Version version = ClusterTables.read(key, rows, 1);
                    nonces.put(key, version.nonce());
                }
            }
        }
        return nonces;
    }

    @Override
    public void close() throws InterruptedException {
        workers().forEach(Worker::stop);
        for (Worker worker : workers().toList()) {
            worker.join();
        }
        clients.forEach(HandlerSocketClient::close);
    }
}
