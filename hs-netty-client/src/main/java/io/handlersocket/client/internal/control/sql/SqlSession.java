// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.spi.SqlAddress;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC connection that the client borrows for discovery, the guard, the catalogue and holds. Autocommit is on,
 * because a check of the guard inside a transaction would see no waiting session and would itself block DDL.
 *
 * <p>Every statement ends within a second, or within the limit of the session, or the session is lost. Only the thread
 * that opened it uses it, unless a method says otherwise.
 */
public final class SqlSession implements AutoCloseable {

    /** The beginning of a statement that sets variables for itself alone. */
    private static final String SET_STATEMENT = "SET STATEMENT ";

    private static final String NO_LIMIT = "sql_select_limit=18446744073709551615 FOR ";

    /**
     * Goes before every query on a node of Galera: it would else wait for writes of other nodes if the session has
     * {@code wsrep_sync_wait}, and so for DDL that waits for this client.
     */
    private static final String WITHOUT_SYNC = SET_STATEMENT + "wsrep_sync_wait=0, ";

    /** A session can begin with a limit, and a catalogue that is cut looks like another one. */
    static final String ALL_ROWS = SET_STATEMENT + NO_LIMIT;

    /** Goes before a statement that fails at once where it would have to wait for a lock. */
    public static final String NO_WAIT = SET_STATEMENT + "lock_wait_timeout=0, " + NO_LIMIT;

    /** Goes before a query that a busy server may refuse: it fails before the session is lost. */
    static final String BRIEFLY = SET_STATEMENT + "max_statement_time=0.8, " + NO_LIMIT;

    private static final int NETWORK_TIMEOUT_MILLIS = 1000;

    private enum Use {
        LENT,
        /** An opening was sent and may be unanswered. */
        OPENING,
        HANDED_OVER,
        ABORTED,
        CLOSED
    }

    private Use use = Use.LENT;
    private @Nullable String node;
    private final LentConnection lent;
    private final Connection connection;

    /** Null if the URL names one host, so that the driver never connects anew, or if it is another driver. */
    private final @Nullable ReachedHost reached;

    private SqlSession(LentConnection lent, @Nullable ReachedHost reached) {
        this.lent = lent;
        this.connection = lent.connection();
        this.reached = reached;
    }

    /** Takes a connection from the DataSource; {@link #close} gives it back. */
    public static SqlSession open(DataSource dataSource) throws SQLException {
        return open(dataSource, NETWORK_TIMEOUT_MILLIS);
    }

    /** As {@link #open(DataSource)}, from the client's DataSource, which may say that it never gives a connection. */
    public static SqlSession open(ClientOptions options) throws SQLException, NotUsableException {
        return open(options, NETWORK_TIMEOUT_MILLIS);
    }

    /** As {@link #open(ClientOptions)}; a statement may take this long before the session is lost. */
    public static SqlSession open(ClientOptions options, int networkTimeoutMillis)
            throws SQLException, NotUsableException {
        try {
            return open(options.dataSource(), networkTimeoutMillis);
        } catch (SQLFeatureNotSupportedException e) {
            throw NotUsableException.unsupported(String.valueOf(e.getMessage()));
        }
    }

    /** As {@link #open(DataSource)}; a statement may take this long before the session is lost. */
    public static SqlSession open(DataSource dataSource, int networkTimeoutMillis) throws SQLException {
        LentConnection lent = LentConnection.of(dataSource, networkTimeoutMillis);
        try {
            return new SqlSession(lent, reached(lent.connection()));
        } catch (SQLException | RuntimeException e) {
            lent.giveBack();
            throw e;
        }
    }

    private static @Nullable ReachedHost reached(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        return url != null && (SqlAddress.isSequence(url) || SqlAddress.of(url).isEmpty())
                ? ReachedHost.of(connection).orElse(null)
                : null;
    }

    /** Returns the host that the session has reached, if its URL names several. */
    Optional<String> reachedHost() {
        return Optional.ofNullable(reached).map(ReachedHost::host);
    }

    /** Fails if the driver has connected anew: the session has ended, with all that it held. */
    private void requireSameSession() throws SQLException {
        if (reached != null && !reached.isStillOf(connection)) {
            throw new SQLNonTransientConnectionException("the SQL session has ended: the driver has connected anew");
        }
    }

    /** Sets the identity of the node of a Galera cluster that the session is to reach; null for another server. */
    public void toNode(@Nullable String identity) {
        node = identity;
    }

    public @Nullable String node() {
        return node;
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        requireSameSession();
    }

    /**
     * Makes {@link #abort} and {@link #close} spare the hold, because an opening is sent; fails if it was aborted
     * before.
     */
    public synchronized void keepHold() throws SQLException {
        if (use == Use.ABORTED) {
            throw new SQLNonTransientConnectionException("aborted before an index was opened");
        }
        use = Use.OPENING;
    }

    /** Ends {@link #keepHold}, because every opening is answered. */
    public synchronized void allAnswered() {
        use = Use.LENT;
    }

    /**
     * Hands the connection with its hold over to an owner with this limit for each statement; ends the use of this one.
     */
    public synchronized SqlSession handOver(int networkTimeoutMillis) {
        use = Use.HANDED_OVER;
        SqlSession owned = new SqlSession(lent.limitedTo(networkTimeoutMillis), reached);
        owned.toNode(node);
        return owned;
    }

    /** Returns whether the session belongs to another owner. Any thread. */
    public synchronized boolean isHandedOver() {
        return use == Use.HANDED_OVER;
    }

    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Reads all rows, whatever limit the session has; the parameters are texts. */
    public <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException {
        String unlimited = sql.startsWith(SET_STATEMENT) ? sql : ALL_ROWS + sql;
        try (PreparedStatement statement = connection.prepareStatement(
                node == null ? unlimited : WITHOUT_SYNC + unlimited.substring(SET_STATEMENT.length()))) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet result = statement.executeQuery()) {
                return read(result, reader);
            }
        }
    }

    /** Reads no row of a table, and does not wait for a lock. */
    public void select(String what, TableName table, String end) throws SQLException {
        query(row -> row, NO_WAIT + "SELECT " + what + " FROM " + table.quoted() + " LIMIT 0" + end);
    }

    /** Fails if the session has ended. Runs no statement. */
    public void ping() throws SQLException {
        if (!connection.isValid((int) TimeUnit.MILLISECONDS.toSeconds(lent.networkTimeout()))) {
            throw new SQLNonTransientConnectionException("the SQL session has ended");
        }
        requireSameSession();
    }

    private <T> List<T> read(ResultSet result, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        while (result.next()) {
            rows.add(reader.read(result));
        }
        requireSameSession();
        return rows;
    }

    /** Reads all rows of a statement that is no SELECT, such as SHOW. */
    public <T> List<T> show(RowReader<T> reader, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return read(result, reader);
        }
    }

    /** Returns the JDBC URL, or an empty text. */
    String url() throws SQLException {
        String url = connection.getMetaData().getURL();
        return url == null ? "" : url;
    }

    /** Returns what the driver knows without asking the server. */
    DatabaseMetaData metaData() throws SQLException {
        return connection.getMetaData();
    }

    /** Returns the version by a statement that every server of the protocol understands. */
    String version() throws SQLException {
        return show(row -> String.valueOf(row.getString(1)), "SELECT VERSION()").stream()
                .findFirst()
                .orElse("");
    }

    /** Returns whether the session failed, not only the statement. */
    public boolean isLostBy(SQLException failure) {
        try {
            return isHandedOver() || SqlErrors.isBroken(failure) || connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    public void throwIfLost(SQLException failure) throws SQLException {
        if (isLostBy(failure)) {
            throw failure;
        }
    }

    /** Breaks the session, even while a statement runs, but not while an opening needs its hold. Any thread. */
    public void abort() {
        synchronized (this) {
            if (use != Use.LENT) {
                return; // the hold ends when the opening is answered
            }
            use = Use.ABORTED;
        }
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | AbstractMethodError e) {
            close();
        }
    }

    /** Gives the connection back. A pool lends it again, so a second call does nothing. */
    @Override
    public void close() {
        synchronized (this) {
            if (use == Use.HANDED_OVER || use == Use.CLOSED) {
                return;
            }
            use = Use.CLOSED;
        }
        lent.giveBack();
    }
}
