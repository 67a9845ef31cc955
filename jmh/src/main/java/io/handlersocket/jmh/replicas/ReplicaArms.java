// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ReplicasBuilder;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The four ways to read a row. All arms of HandlerSocket share one client for each server. */
final class ReplicaArms implements AutoCloseable {

    private static final String DRIVER = "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=256";
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Who answers, and how. */
    enum Kind {
        PRIMARY_HANDLERSOCKET("primary-handlersocket"),
        REPLICAS_HANDLERSOCKET("replicas-handlersocket"),
        REPLICAS_JDBC("replicas-jdbc"),
        PRIMARY_JDBC("primary-jdbc");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the name of the arm with so many threads. */
        String arm(int threads) {
            return label + "-" + threads;
        }
    }

    private final Database primary;
    private final String hosts;
    private final Replicas replicas;
    private final Index index;
    private final Freshness within;
    private final List<Arm> arms = new ArrayList<>();

    /** Connects, and waits until every replica answers. */
    ReplicaArms(ReplicatedMariaDB servers, int count, Duration within) {
        primary = Database.of(servers.primary());
        this.within = Freshness.within(within);
        StringBuilder all = new StringBuilder(primary.host() + ":" + primary.port());
        ReplicasBuilder builder = Replicas.builder(
                HandlerSocketClient.builder().dataSource(servers.primary().dataSource()));
        for (int i = 0; i < count; i++) {
            Database replica = Database.of(servers.replica(i));
            all.append(',').append(replica.host()).append(':').append(replica.port());
            builder.replica(
                    "replica-" + i,
                    HandlerSocketClient.builder().dataSource(servers.replica(i).dataSource()));
        }
        hosts = all.toString();
        // The arms keep all cores busy, so an answer of a probe may be late.
        replicas = builder.lease(LEASE).build();
        try {
            index = replicas.client()
                    .index(IndexSpec.primary(primary.schema(), "user").select("user_name", "user_email", "created"));
            awaitAnswers(count);
        } catch (RuntimeException e) {
            replicas.close();
            throw e;
        }
    }

    private void awaitAnswers(int count) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        Set<String> answered = new HashSet<>();
        while (answered.size() < count) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("not every replica answers: " + replicas.servers());
            }
            try (ReadScope scope = replicas.open(within)) {
                index.find(UserTable.randomId());
                scope.answers().stream()
                        .filter(answer -> !answer.primary())
                        .forEach(answer -> answered.add(answer.server()));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Makes an arm; {@link #close} closes it. */
    MeteredArm arm(Kind kind, int threads, List<ProcessHandle> servers) throws SQLException {
        String name = kind.arm(threads);
        return switch (kind) {
            case PRIMARY_HANDLERSOCKET ->
                new MeteredArm(new ThreadsArm(name, threads, this::atPrimary), servers, this::accepted);
            case REPLICAS_HANDLERSOCKET ->
                new MeteredArm(new ThreadsArm(name, threads, this::atReplicas), servers, this::accepted);
            case REPLICAS_JDBC -> {
                String url = "jdbc:mariadb:replication://" + hosts + "/" + primary.schema() + "?" + DRIVER;
                PooledReads reads = pooled(new PooledReads(name, primary.withUrl(url), threads, true));
                // A connection stays with its replica, so one look says where its rows come from.
                boolean ofReplicas = !reads.servers().contains(1L);
                yield new MeteredArm(reads, servers, () -> ofReplicas ? reads.rows() : 0);
            }
            case PRIMARY_JDBC ->
                new MeteredArm(
                        pooled(new PooledReads(name, primary.withUrl(primary.url(DRIVER)), threads, false)),
                        servers,
                        () -> 0);
        };
    }

    private PooledReads pooled(PooledReads reads) {
        arms.add(reads);
        return reads;
    }

    private long atPrimary() {
        return find();
    }

    private long atReplicas() {
        try (ReadScope scope = replicas.open(within)) {
            return find();
        }
    }

    private long find() {
        int id = UserTable.randomId();
        Row row = index.find(id).orElseThrow();
        Check.row(id, row.stringAt(0), row.stringAt(1), row.valueAt(2, LocalDateTime.class));
        return 1;
    }

    private long accepted() {
        return replicas.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    @Override
    public void close() {
        arms.forEach(Arm::close);
        replicas.close();
    }
}
