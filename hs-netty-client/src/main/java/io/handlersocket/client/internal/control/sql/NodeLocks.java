// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.control.sql.GaleraMembers.Member;
import io.handlersocket.client.spi.OwnThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A user lock on every node of a Galera cluster: each node has its own locks. On another server it is just the lock.
 * Any thread.
 *
 * @param missing the nodes that were not locked, each with the reason
 */
public record NodeLocks(List<UserLock> held, List<String> missing) {

    /** How long the other nodes may take to accept a connection, and each of them to answer a statement. */
    private static final int NODE_MILLIS = 5_000;

    private record Reached(Member node, CompletableFuture<Connection> connection) {}

    public NodeLocks {
        held = List.copyOf(held);
        missing = List.copyOf(missing);
    }

    /**
     * Takes the lock on the server of the DataSource and, if that is a node of a cluster, on the others. Leaves out
     * nodes where that fails; if it fails everywhere, so does this, as {@link UserLock#acquire} does.
     *
     * @param nodes connects to the address of a node; null if nothing can
     * @param wait how long to wait for other sessions that hold the lock, in all
     */
    public static NodeLocks acquire(
            DataSource dataSource,
            @Nullable Function<String, DataSource> nodes,
            String name,
            Duration wait,
            LongSupplier nanoTime) {
        UserLock.refuseNegative(wait);
        Connection own = UserLock.open(dataSource, name);
        Optional<GaleraMembers> cluster;
        try {
            cluster = GaleraMembers.of(own);
        } catch (SQLException | RuntimeException e) {
            throw UserLock.failed(own, name, e);
        }
        if (cluster.isEmpty()) {
            return new NodeLocks(List.of(UserLock.take(own, name, wait)), List.of());
        }
        return take(reach(cluster.get(), own, nodes, name, wait), name, wait, nanoTime);
    }

    /** Returns when each node has a connection or none, so that a dead node uses up no time of the others. */
    private static List<Reached> reach(
            GaleraMembers cluster,
            Connection own,
            @Nullable Function<String, DataSource> nodes,
            String name,
            Duration wait) {
        List<Reached> reached = new ArrayList<>();
        reached.add(new Reached(cluster.own(), CompletableFuture.completedFuture(own)));
        for (Member node : cluster.others()) {
            reached.add(new Reached(
                    node,
                    nodes == null || node.address().isEmpty()
                            ? CompletableFuture.failedFuture(new RefusedException(
                                    nodes == null ? "no DataSource is given for it" : "no address to connect to"))
                            : onThread(() -> open(nodes.apply(node.address().get()), cluster.id(), name, wait))));
        }
        reached.forEach(one ->
                one.connection().handle((connection, failure) -> connection).join());
        return reached;
    }

    private static CompletableFuture<Connection> onThread(Supplier<Connection> opening) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        OwnThread.named("handlersocket-lock").execute(() -> {
            try {
                Connection connection = opening.get();
                if (!opened.complete(connection)) {
                    UserLock.closeQuietly(connection);
                }
            } catch (RuntimeException | Error e) {
                opened.completeExceptionally(e);
            }
        });
        return opened.orTimeout(NODE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Connection open(DataSource node, String cluster, String name, Duration wait) {
        Connection connection = UserLock.open(node, name);
        try {
            connection.setNetworkTimeout(
                    Runnable::run, (int) Math.min(Integer.MAX_VALUE, wait.toMillis() + NODE_MILLIS));
            if (GaleraMembers.of(connection)
                    .filter(at -> at.id().equals(cluster))
                    .isEmpty()) {
                throw new RefusedException("the server there is in another cluster or in none");
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            throw UserLock.failed(connection, name, e);
        }
    }

    private static NodeLocks take(List<Reached> reached, String name, Duration wait, LongSupplier nanoTime) {
        long start = nanoTime.getAsLong();
        List<UserLock> held = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        RuntimeException last = null;
        // In one order, because two that wait for each other's node would both wait in vain.
        for (Reached one : reached.stream()
                .sorted(Comparator.comparing(one -> one.node().name()))
                .toList()) {
            Duration rest = wait.minusNanos(nanoTime.getAsLong() - start);
            try {
                held.add(UserLock.take(one.connection().join(), name, rest.isNegative() ? Duration.ZERO : rest));
            } catch (HandlerSocketException | CompletionException e) {
                missing.add(one.node() + " (" + reason(e) + ')');
                last = e instanceof HandlerSocketException ? e : last; // also for the connection that is given
            }
        }
        if (held.isEmpty() && last != null) {
            throw last;
        }
        return new NodeLocks(held, missing);
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        return cause instanceof TimeoutException
                ? "no connection within " + NODE_MILLIS + " ms"
                : String.valueOf(cause == null ? null : cause.getMessage())
                        .lines()
                        .findFirst()
                        .orElse("");
    }

    /** Asks the nodes whether one of them has the HandlerSocket plugin. */
    public boolean isOfPlugin() {
        return held.stream().anyMatch(UserLock::isOfPlugin);
    }

    /** Asks each node whether the lock is still held; false if it never was on all of them. */
    public boolean isHeld() {
        return missing.isEmpty() && held.stream().allMatch(UserLock::isHeld);
    }

    /** Releases all locks; returns false, the first time, if one of the sessions had ended before. */
    public boolean release() {
        boolean allHeld = true;
        for (UserLock one : held) {
            allHeld &= one.release();
        }
        return allHeld;
    }
}
