// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.containers.Network;

/**
 * A Galera cluster: real MariaDB servers on 127.0.0.1, each with HandlerSocket, that have the same data and all accept
 * writes.
 *
 * <p>As a JUnit extension it starts before all tests of the class and stops after them. The nodes are processes of this
 * machine (strategies {@code local} and {@code download} of {@link HandlerSocketMariaDB}). Strategy {@code local} needs
 * the packages {@code mariadb-server}, {@code galera-4} and {@code rsync}; {@code download} fetches them. If
 * {@code docker} is the only strategy, the nodes are containers, which cannot be killed, paused or restarted. External
 * servers are not offered.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final GaleraMariaDB db = new GaleraMariaDB(3);
 * }</pre>
 *
 * <p>Nodes are numbered from 1. They have the same accounts and passwords, and the same {@code server_id}; their
 * HandlerSocket ports and secrets differ. Options of a node, such as {@code node(2).withWritePort()}, count from its
 * next start. Time-outs of Galera have their defaults, so the others stop writes for about 5 s when a node falls
 * silent.
 *
 * <p>Methods that change the cluster exclude each other; all others may be called by any thread at any time. A method
 * that waits gives up after 60 s.
 */
// Longer than other classes, because each method is documented for tests that use it.
public final class GaleraMariaDB implements AutoCloseable, BeforeAllCallback, AfterAllCallback {
    private static final Logger LOG = LoggerFactory.getLogger(GaleraMariaDB.class);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final List<HandlerSocketMariaDB> nodes = new ArrayList<>();
    private final @Nullable Network network;
    private @Nullable TcpProxy address;
    private int classes;

    /**
     * Prepares the nodes; {@link #start()} starts them.
     *
     * @param nodes 1 to 5; 3 is the least that goes on without one of them
     * @throws IllegalArgumentException if the number is out of range
     */
    public GaleraMariaDB(int nodes) {
        if (nodes < 1 || nodes > 5) {
            throw new IllegalArgumentException("nodes: " + nodes + " (expected 1 to 5)");
        }
        if (ServerStrategy.configured().equals(List.of(ServerStrategy.DOCKER))) {
            network = Network.newNetwork(); // made when the first container starts
            this.nodes.addAll(GaleraContainers.of(nodes, network));
            return;
        }
        network = null;
        String rootPassword = ServerOptions.randomSecret();
        for (GaleraNode galera : GaleraNode.cluster(nodes)) {
            HandlerSocketMariaDB node = new HandlerSocketMariaDB().withProcessControl();
            node.options.galera = galera;
            node.options.rootPassword = rootPassword;
            this.nodes.add(node);
        }
    }

    /**
     * Starts all nodes: the first one makes the cluster, and each other gets the data from it. Returns when all are
     * synced. Running: does nothing.
     *
     * @throws IllegalStateException if there is no way to a node here; the message says what was tried and what helps
     */
    public synchronized void start() {
        if (address != null) {
            return;
        }
        try {
            GaleraNode founder = node(1).options.galera;
            if (founder != null) { // no container
                founder.setFounder(true);
                node(1).start();
                founder.setFounder(false);
            }
            nodes.forEach(HandlerSocketMariaDB::start);
            awaitSize(nodes.size());
            address = new TcpProxy(node(1).getHost(), Replication.sqlPort(node(1)));
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Kills all nodes and deletes their data. Stopped: does nothing. */
    public synchronized void stop() {
        if (address != null) {
            address.close();
            address = null;
        }
        if (network == null) {
            // Not in order: the last nodes could wait for a majority that is gone.
            nodes.stream().filter(HandlerSocketMariaDB::isRunning).forEach(HandlerSocketMariaDB::kill);
        }
        nodes.forEach(HandlerSocketMariaDB::stop);
        if (network != null) {
            network.close();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /**
     * Returns a node, whether it runs or not.
     *
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public HandlerSocketMariaDB node(int i) {
        return nodes.get(i - 1);
    }

    /** Kills a node with SIGKILL. The others go on without it after about 5 s. */
    public synchronized void kill(int i) {
        node(i).kill();
    }

    /** Stops a node's process with SIGSTOP: connections stay open, and the others go on without it after about 5 s. */
    public synchronized void pause(int i) {
        node(i).pause();
    }

    /** Continues a node after {@link #pause}. It joins the others by itself: see {@link #awaitSynced}. */
    public synchronized void resume(int i) {
        node(i).resume();
    }

    /**
     * Starts a node that was killed, or stops a running one in order and starts it. The node gets what it has missed
     * from another one (IST); all data, if it was killed in the middle of a DDL statement (SST). Returns when it is
     * synced. At least one other node must run.
     *
     * @throws IllegalStateException if it does not join
     */
    public synchronized void restart(int i) {
        node(i).restart();
    }

    /**
     * As {@link #restart}, but first deletes the data of the node. The node gets all data from another one (SST).
     *
     * @throws IllegalStateException if it does not join
     */
    public synchronized void restartWithoutData(int i) {
        node(i).restartWithoutData();
    }

    /**
     * Cuts a node from the others, as a broken network does. Until it notices, after about 6 s, it answers reads from
     * data that grow old; then its SQL fails with error 1047, and its HandlerSocket still answers.
     */
    public synchronized void isolate(int i) {
        isolate(node(i), 1);
    }

    /**
     * Ends {@link #isolate}. Returns when the node is synced.
     *
     * @throws IllegalStateException if it does not join within 60 s
     */
    public synchronized void rejoin(int i) {
        isolate(node(i), 0);
        awaitSynced(i);
    }

    private static void isolate(HandlerSocketMariaDB node, int value) {
        node.execute("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=" + value + "'");
    }

    /** Lets a node fall behind without slowing the others down, or ends this. It goes on applying. */
    public synchronized void desync(int i, boolean desync) {
        node(i).execute("SET GLOBAL wsrep_desync = " + (desync ? "ON" : "OFF"));
    }

    /**
     * Waits until a node belongs to the majority and has caught up with it.
     *
     * @throws IllegalStateException if it has not within 60 s; the message says what the nodes do
     */
    public void awaitSynced(int i) {
        await(states -> states.get(i - 1).isSynced(states), "node " + i + " is not synced");
    }

    /**
     * Waits until so many nodes are the cluster, and all of them are synced.
     *
     * @throws IllegalStateException if they are not within 60 s; the message says what the nodes do
     */
    public void awaitSize(int size) {
        await(
                states -> size
                        == states.stream()
                                .filter(state -> state.size() == size && state.isSynced(states))
                                .count(),
                "the cluster has not " + size + " synced nodes");
    }

    private void await(Predicate<List<GaleraState>> wanted, String failure) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            List<GaleraState> states = nodes.stream().map(GaleraState::of).toList();
            if (wanted.test(states)) {
                return;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(failure + ": " + states);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Returns the proxy of an address that reaches node 1 until {@link #moveAddress} moves it, as a load balancer's
     * does. Only SQL goes through it.
     *
     * @throws IllegalStateException if the cluster does not run
     */
    public synchronized TcpProxy address() {
        if (address == null) {
            throw new IllegalStateException("not started");
        }
        return address;
    }

    /** Returns the JDBC URL of {@link #address()}, without account. */
    public String addressUrl() {
        int port = address().port();
        // The first node's files stay until all nodes end.
        return node(1).getJdbcUrl().replaceFirst("//[^/]*/", "//127.0.0.1:" + port + "/");
    }

    /** Returns the application's account at {@link #addressUrl()}; it opens a new connection at each call. */
    public DataSource addressDataSource() {
        return new Sql(addressUrl(), node(1).getUsername(), node(1).getPassword()).dataSource();
    }

    /**
     * Lets new connections of {@link #address()} reach another node. {@code address().cutAll()} ends those that are
     * open.
     */
    public synchronized void moveAddress(int i) {
        address().moveTo(node(i).getHost(), Replication.sqlPort(node(i)));
    }

    /**
     * Starts the nodes. Where there is no way to a node, the tests are skipped, and a WARN says why; they fail if a
     * single strategy is configured, as for CI.
     */
    @Override
    public void beforeAll(ExtensionContext context) {
        // Also called for each nested class, which uses the cluster of the outer one.
        classes++;
        try {
            start();
        } catch (NoServerException e) {
            if (ServerStrategy.configured().size() == 1) {
                throw e;
            }
            LOG.warn("{} is skipped: {}", context.getDisplayName(), e.toString());
            throw new TestAbortedException(e.toString(), e);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        classes--;
        if (classes == 0) {
            stop();
        }
    }
}
