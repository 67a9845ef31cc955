// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * An SQL session that the client uses for the guard, the catalogue and the hold under which tables are opened.
 *
 * <p>Every statement ends within a second, or the session is broken. Control thread only, where not said.
 */
public interface SqlSession extends AutoCloseable {

    /** How a statement begins that sets variables for itself alone. */
    String SET_STATEMENT = "SET STATEMENT ";

    /** A session can begin with a limit, and a catalogue that is cut looks like another one. */
    String ALL_ROWS = SET_STATEMENT + "sql_select_limit=18446744073709551615 FOR ";

    /** Before a statement that must fail at once where it would have to wait for a lock. */
    String NO_WAIT = SET_STATEMENT + "lock_wait_timeout=0, sql_select_limit=18446744073709551615 FOR ";

    /** Before a query that a busy server may refuse: it fails before the session is broken. */
    String BRIEFLY = SET_STATEMENT + "max_statement_time=0.8, sql_select_limit=18446744073709551615 FOR ";

    /** Takes a connection from the DataSource; {@link #close} gives it back. */
    static SqlSession open(DataSource dataSource) throws SQLException {
        return JdbcSession.open(dataSource);
    }

    /** Reads one row's columns into a value. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    void execute(String sql) throws SQLException;

    /** Reads all rows, whatever limit the session has; the parameters are texts. */
    <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException;

    /** The JDBC URL, or empty. */
    String url() throws SQLException;

    /** The product's name, as the driver knows it without asking the server. */
    String product() throws SQLException;

    /** What {@code VERSION()} returns; any server that speaks the protocol understands the question. */
    String version() throws SQLException;

    /** Whether the session, not only the statement, failed. */
    boolean isLostBy(SQLException failure);

    /** Breaks the session under whatever waits for it. Any thread. */
    void abort();

    @Override
    void close();
}
