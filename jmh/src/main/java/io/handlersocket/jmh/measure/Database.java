// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * Where the rows are: what every arm needs to reach the same server.
 *
 * @param url JDBC URL
 * @param user the application's account
 * @param readSecret secret of HandlerSocket's read port
 */
public record Database(
        String url,
        String host,
        int port,
        String schema,
        String user,
        String password,
        int readPort,
        String readSecret) {

    private static final String LOOPBACK = "127.0.0.1";

    public static Database of(HandlerSocketMariaDB db) {
        return new Database(
                db.getJdbcUrl(),
                db.getHost(),
                db.getMappedPort(3306),
                db.getDatabaseName(),
                db.getUsername(),
                db.getPassword(),
                db.readPort(),
                db.readSecret());
    }

    /** Whether only an external server may be used, so that none can be started with other settings. */
    public static boolean isExternal() {
        return System.getProperty("handlersocket.test.server", "").equals("external");
    }

    /** The URL with these options of the driver, such as {@code a=1&b=2}; none if empty. */
    public String url(String options) {
        return options.isEmpty() ? url : url + (url.indexOf('?') < 0 ? '?' : '&') + options;
    }

    /** Returns the same with another URL. */
    public Database withUrl(String other) {
        return new Database(other, host, port, schema, user, password, readPort, readSecret);
    }

    /** Returns the same server behind proxies on this machine. */
    public Database behind(int sqlPort, int lookupPort) {
        String other = url.replace(host + ":" + port + "/", LOOPBACK + ":" + sqlPort + "/");
        return new Database(other, LOOPBACK, sqlPort, schema, user, password, lookupPort, readSecret);
    }

    /** What gives connections outside any pool. */
    public DataSource dataSource() {
        try {
            MariaDbDataSource source = new MariaDbDataSource(url);
            source.setUser(user);
            source.setPassword(password);
            return source;
        } catch (SQLException e) {
            throw new IllegalArgumentException(url, e);
        }
    }

    /** A connection outside any pool. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public String toString() {
        return url;
    }
}
