// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.writes.HandlerSocketWrites;
import io.handlersocket.writes.WriteOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks SQL whether the server may be written to, and on which port. */
final class WriteDiscovery {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    /** Seconds to wait for the server's worker, which holds the lock while it writes a batch. */
    private static final String FENCE_WAIT = "0.1";

    private final ClientOptions options;
    private final WriteOptions writes;
    private final Discovery discovery;
    private final AtomicBoolean warned = new AtomicBoolean();

    WriteDiscovery(ClientOptions options, WriteOptions writes) {
        this.options = options;
        this.writes = writes;
        this.discovery = new Discovery(options);
    }

    /**
     * @throws NotUsableException if the server must not be written to, which only an operator can change
     * @throws UnavailableException if the server is {@code read_only}
     */
    Discovery.Found find(SqlSession sql) throws SQLException, NotUsableException {
        Discovery.Found read = discovery.discover(sql);
        ServerFacts facts = read.facts();
        checkReplication(facts);
        refuseReadOnly(sql);
        if (read.endpoint().isUnixSocket()) {
            throw new NotUsableException("the client reads over a unix-domain socket, and writes go over TCP only");
        }
        requireShorterTimeout(sql);
        int port = writes.port() == 0 ? facts.writePort() : writes.port();
        if (port == 0) {
            throw new NotUsableException("the server has no write port: set handlersocket_port_wr and a separate"
                    + " handlersocket_plain_secret_wr in my.cnf under [mariadbd] and restart the server");
        }
        String secret = writes.secret().isPresent() ? writes.secret().get() : secret(sql);
        return new Discovery.Found(
                facts,
                new Target(new Endpoint(read.endpoint().host(), port), secret),
                read.settings(),
                read.readersMayWrite(),
                read.noReadSecret(),
                read.onlySqlEncrypted());
    }

    /** @throws NotUsableException if the server replicates changes and the options do not allow for it */
    void checkReplication(ServerFacts facts) throws NotUsableException {
        if (facts.galera()) {
            throw new NotUsableException("the server is a node of a Galera cluster (wsrep_on is ON): a row that is"
                    + " written over HandlerSocket is on this node alone, and the cluster evicts the node later");
        }
        if (!facts.binaryLog()) {
            return;
        }
        if (!writes.unreplicated()) {
            throw new NotUsableException("log_bin is on, and writes over HandlerSocket are in no binary log: replicas"
                    + " and backups would miss them");
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "{}: log_bin is on, and WriteOptions.unreplicated allows writes: replicas and backups miss them."
                            + " Make sure that no replica or backup needs these rows",
                    options.name());
        }
    }

    /** After innodb_lock_wait_timeout the server may roll back a batch, with acknowledged writes of other clients. */
    private void requireShorterTimeout(SqlSession sql) throws SQLException, NotUsableException {
        long seconds = sql.query(row -> row.getLong(1), "SELECT @@GLOBAL.innodb_lock_wait_timeout")
                .get(0);
        if (writes.timeout().compareTo(Duration.ofSeconds(seconds)) >= 0) {
            throw new NotUsableException("the timeout of " + writes.timeout().toMillis()
                    + " ms is not below the server's innodb_lock_wait_timeout of " + seconds
                    + " s (WriteOptions.timeout)");
        }
    }

    private static String secret(SqlSession sql) throws SQLException {
        List<String> secret =
                sql.query(row -> row.getString(2), "SHOW GLOBAL VARIABLES LIKE 'handlersocket_plain_secret_wr'");
        return secret.isEmpty() || secret.get(0) == null ? "" : secret.get(0);
    }

    /** Returns whether a session holds the {@link HandlerSocketWrites#fence}. */
    static boolean isFenced(SqlSession sql) throws SQLException {
        boolean free = sql.query(
                        row -> row.getInt(1) == 1,
                        "SELECT GET_LOCK('" + HandlerSocketWrites.FENCE + "', " + FENCE_WAIT + ")")
                .get(0);
        if (free) {
            sql.execute("DO RELEASE_LOCK('" + HandlerSocketWrites.FENCE + "')");
        }
        return !free;
    }

    /** Returns the server's clock, which all its clients share. */
    static long clockMillis(SqlSession sql) throws SQLException {
        return sql.query(row -> row.getLong(1), "SELECT CAST(1000 * UNIX_TIMESTAMP(SYSDATE(3)) AS INTEGER)")
                .get(0);
    }

    /** @throws UnavailableException if a session holds the drain lock, or SQL reaches another server than before */
    static void refuseDrained(SqlSession sql, Discovery.Found found) throws SQLException {
        Optional<String> drained = DdlGuard.drainReason(sql, found);
        if (drained.isPresent()) {
            throw new UnavailableException(UnavailableException.Reason.DRAINED, drained.get());
        }
    }

    /** @throws UnavailableException if the server is {@code read_only} now, as before a failover */
    static void refuseReadOnly(SqlSession sql) throws SQLException {
        if (sql.query(row -> row.getBoolean(1), "SELECT @@GLOBAL.read_only").get(0)) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_USABLE, "no writes: the server is read_only");
        }
    }
}
