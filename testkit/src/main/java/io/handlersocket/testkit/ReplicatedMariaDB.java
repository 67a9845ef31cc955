// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A primary and its replicas: real MariaDB servers on 127.0.0.1 that replicate by GTID, and a fail-over on demand.
 *
 * <p>As a JUnit extension it starts before all tests of the class and stops after them. The servers are processes of
 * this machine (strategies {@code local} and {@code download} of {@link HandlerSocketMariaDB}); containers and external
 * servers are not offered, because a fail-over needs to control them.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ReplicatedMariaDB db = new ReplicatedMariaDB(2);
 * }</pre>
 *
 * <p>The servers have the ids 1, 2, …; server 1 is the first primary. Replicas are numbered from 0, in the order of
 * their ids, and a server that has rejoined is the last one. Every server starts with {@code read_only}, also a
 * primary that a test restarts; only {@link #start()} and the promotions make a server writable. Server 2 applies
 * transactions optimistically in 4 threads, server 3 has READ COMMITTED as its default isolation. The account
 * {@code test} may also read {@code mysql.gtid_slave_pos} and the state of replication.
 *
 * <p>Methods that change the replication exclude each other; all others may be called by any thread at any time.
 */
// Longer than other classes, because each method is documented for tests that use it.
public final class ReplicatedMariaDB implements AutoCloseable, BeforeAllCallback, AfterAllCallback {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Longer than clients need to notice that the old primary is read-only, before another server is writable. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    private final List<HandlerSocketMariaDB> servers;
    private final Replication replication = new Replication();
    private volatile Roles roles;
    private @Nullable TcpProxy address;
    private int classes;

    /**
     * Prepares the servers; {@link #start()} starts them.
     *
     * @param replicas 1 to 8
     * @throws IllegalArgumentException if the number is out of range
     */
    public ReplicatedMariaDB(int replicas) {
        if (replicas < 1 || replicas > 8) {
            throw new IllegalArgumentException("replicas: " + replicas + " (expected 1 to 8)");
        }
        servers = IntStream.rangeClosed(1, replicas + 1)
                .mapToObj(id -> new HandlerSocketMariaDB()
                        .withProcessControl()
                        .withServerArguments(Replication.arguments(id).toArray(String[]::new)))
                .toList();
        roles = Roles.first(servers);
    }

    /**
     * Starts all servers. Returns when the replicas follow the primary. Running: does nothing.
     *
     * @throws IllegalStateException if there is no way to a server here, or if a replica does not follow within 10 s
     */
    public synchronized void start() {
        if (address != null) {
            return;
        }
        try {
            roles = Roles.first(servers);
            HandlerSocketMariaDB primary = primary();
            for (HandlerSocketMariaDB server : servers) {
                server.start();
                replication.prepare(server);
                if (!server.equals(primary)) {
                    replication.follow(server, primary);
                    Replication.awaitFollowing(server, primary, PATIENCE);
                }
            }
            primary.execute("SET GLOBAL read_only = 0");
            address = new TcpProxy(primary.getHost(), Replication.sqlPort(primary));
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Stops all servers and deletes their data. Stopped: does nothing. */
    public synchronized void stop() {
        if (address != null) {
            address.close();
            address = null;
        }
        servers.forEach(HandlerSocketMariaDB::stop);
    }

    @Override
    public void close() {
        stop();
    }

    /** Returns the present primary: the server that was promoted last, else server 1. */
    public HandlerSocketMariaDB primary() {
        return roles.primary();
    }

    /**
     * Returns a present replica.
     *
     * @throws IndexOutOfBoundsException if there are fewer replicas
     */
    public HandlerSocketMariaDB replica(int i) {
        return roles.replicas().get(i);
    }

    /**
     * Returns a server, whatever its present role.
     *
     * @throws IndexOutOfBoundsException if there is no such server
     */
    public HandlerSocketMariaDB server(int id) {
        return servers.get(id - 1);
    }

    /**
     * Returns the JDBC URL of the primary, without account. It stays the same when {@link #promote} moves it to another
     * server. Only SQL goes through it; HandlerSocket's ports are those of the servers.
     */
    public String primaryUrl() {
        int port = address().port();
        // The first server's files stay until all servers end, whoever is the primary.
        return server(1).getJdbcUrl().replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/");
    }

    /** Returns the application's account at {@link #primaryUrl()}; it opens a new connection at each call. */
    public DataSource primaryDataSource() {
        return new Sql(primaryUrl(), primary().getUsername(), primary().getPassword()).dataSource();
    }

    private synchronized TcpProxy address() {
        if (address == null) {
            throw new IllegalStateException("not started");
        }
        return address;
    }

    /** Stops applying transactions on a replica. It goes on receiving them. */
    public synchronized void stopSqlThread(int i) {
        replica(i).execute("STOP SLAVE SQL_THREAD");
    }

    /** Applies transactions again on a replica after {@link #stopSqlThread}. */
    public synchronized void startSqlThread(int i) {
        replica(i).execute("START SLAVE SQL_THREAD");
    }

    /**
     * Waits until a replica has every transaction that the primary has at the time of the call.
     *
     * @param limit the longest wait
     * @throws IllegalStateException if the replica does not have them by then; the message says what it does
     */
    public void awaitReplica(int i, Duration limit) {
        Roles now = roles;
        Replication.await(now.replicas().get(i), Replication.position(now.primary()), limit);
    }

    /**
     * Makes a replica the primary, lets the other replicas follow it, moves the primary's address to it, and cuts the
     * connections of that address.
     *
     * <p>A running primary becomes read-only first, and the replica gets everything from it. Of a killed or paused one,
     * the replica applies what it has received; transactions that it has not received are lost. The old primary is no
     * replica until {@link #rejoin}. A replica that has more transactions than the promoted one stops with an error of
     * its IO thread. A replica that does not run is left out; {@link #rejoin} starts it.
     *
     * @throws IllegalStateException if the replica does not get the transactions within 10 s
     */
    public synchronized void promote(int i) {
        HandlerSocketMariaDB old = primary();
        HandlerSocketMariaDB next = replica(i);
        next.execute("START SLAVE SQL_THREAD");
        if (old.isRunning() && !old.isPaused()) {
            old.execute("SET GLOBAL read_only = 1");
            LockSupport.parkNanos(SETTLE_NANOS);
            Replication.await(next, Replication.position(old), PATIENCE);
        } else {
            Replication.awaitReceived(next, PATIENCE);
        }
        makePrimary(next);
        address().moveTo(next.getHost(), Replication.sqlPort(next));
        address().cutAll();
    }

    /**
     * Makes a replica the primary as {@link #promote} does, but the old primary stays writable, and its connections
     * stay open. Only new connections of the primary's address reach the new primary. {@link #rejoin} makes the old primary
     * read-only. It fails if the old primary has taken transactions since this call: let the writers connect again.
     *
     * @throws IllegalStateException if the replica does not get the transactions within 10 s
     */
    public synchronized void promoteUnfenced(int i) {
        HandlerSocketMariaDB next = replica(i);
        next.execute("START SLAVE SQL_THREAD");
        Replication.await(next, Replication.position(primary()), PATIENCE);
        // First: a client that finds the new primary writable must reach it by its next connection.
        address().moveTo(next.getHost(), Replication.sqlPort(next));
        makePrimary(next);
    }

    private void makePrimary(HandlerSocketMariaDB next) {
        next.execute("STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0");
        Roles promoted = roles.promoted(next);
        promoted.replicas().forEach(replica -> replication.follow(replica, next));
        roles = promoted;
    }

    /**
     * Makes a server a replica of the present primary: an old primary after {@link #promote}, or a replica after
     * {@link #withoutGtid} or a restart. Starts it if it does not run. Returns when it follows the primary.
     *
     * @param id as for {@link #server}
     * @throws IllegalArgumentException if the server is the primary
     * @throws IllegalStateException if it does not follow within 10 s: it has transactions that the primary lacks, or
     *     the primary does not run
     */
    public synchronized void rejoin(int id) {
        HandlerSocketMariaDB server = server(id);
        if (server.equals(primary())) {
            throw new IllegalArgumentException("server " + id + " is the primary: promote another one first");
        }
        server.start();
        server.execute(
                "SET GLOBAL read_only = 1", "STOP SLAVE", "SET GLOBAL gtid_slave_pos = @@global.gtid_binlog_pos");
        replication.follow(server, primary());
        roles = roles.withReplica(server);
        Replication.awaitFollowing(server, primary(), PATIENCE);
    }

    /** Kills the primary with SIGKILL. {@link #promote} makes another server the primary. */
    public synchronized void killPrimary() {
        primary().kill();
    }

    /** Lets a replica follow the primary by file and position, without GTID. {@link #rejoin} ends this. */
    public synchronized void withoutGtid(int i) {
        replica(i).execute("STOP SLAVE", "CHANGE MASTER TO MASTER_USE_GTID = no", "START SLAVE");
    }

    /**
     * Runs statements as root on a replica, which gets transactions of its own by that: it has diverged.
     *
     * @param statements one statement each
     */
    public synchronized void writeLocally(int i, String... statements) {
        replica(i).execute(statements);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Also called for each nested class, which uses the servers of the outer one.
        classes++;
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        classes--;
        if (classes == 0) {
            stop();
        }
    }
}
