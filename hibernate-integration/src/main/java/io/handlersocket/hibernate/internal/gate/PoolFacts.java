// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of a pool have in common, asked from the first one.
 *
 * @param driver the driver's name
 * @param schema the schema that unqualified tables are in; empty if none
 * @param isolation as {@link Connection} counts it
 * @param plainValues whether no option of the URL changes how the driver reads dates, times and CHAR
 * @param refusal why no answer but SQL's is right for these sessions; empty if nothing speaks against it
 * @param oneHost whether the URL names one host, so that a connection that is made again reaches the same
 */
public record PoolFacts(
        String driver, String schema, int isolation, boolean plainValues, String refusal, boolean oneHost) {

    /** Options that shift times, or run statements that may (sql_mode, time_zone). */
    private static final String[] VALUE_OPTIONS = {
        "timezone", "preserveinstants", "sessionvariables", "initsql", "oldmode", "uselegacydatetimecode"
    };

    private static final String MODES = "SELECT @@sql_mode, @@sql_select_limit < 18446744073709551615";

    /** A mode such as {@code sequential:} before the hosts, a comma between them, or hosts by {@code address=}. */
    private static final Pattern SEVERAL_HOSTS =
            Pattern.compile("jdbc:(?:mariadb|mysql):(?:[^/?]+//|//[^/?]*,|//address=)", Pattern.CASE_INSENSITIVE);

    /** Asks a connection that nothing has run on. */
    public static PoolFacts of(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String driver = metaData.getDriverName();
        Modes modes = isMariaDB(driver) ? modes(connection) : new Modes("", false);
        @Nullable String schema = connection.getCatalog();
        @Nullable String url = metaData.getURL();
        String options = url == null ? "" : url.substring(url.indexOf('?') + 1).toLowerCase(Locale.ROOT);
        return new PoolFacts(
                driver,
                schema == null ? "" : schema,
                connection.getTransactionIsolation(),
                url != null
                        && Stream.of(VALUE_OPTIONS).noneMatch(options::contains)
                        && !modes.sqlMode().contains("PAD_CHAR_TO_FULL_LENGTH"),
                modes.refusal(),
                url == null || !SEVERAL_HOSTS.matcher(url).lookingAt());
    }

    private record Modes(String sqlMode, boolean limited) {

        String refusal() {
            if (limited) {
                return "the connections have sql_select_limit";
            }
            return sqlMode.contains("EMPTY_STRING_IS_NULL") ? "the connections have sql_mode EMPTY_STRING_IS_NULL" : "";
        }
    }

    private static Modes modes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(MODES)) {
            return rows.next()
                    ? new Modes(String.valueOf(rows.getString(1)), rows.getBoolean(2))
                    : new Modes("", false);
        }
    }

    /** Whether rows are read by the driver whose values were compared, MariaDB Connector/J. */
    public boolean isTestedDriver() {
        return isMariaDB(driver);
    }

    private static boolean isMariaDB(String driver) {
        return driver.toLowerCase(Locale.ROOT).contains("mariadb");
    }
}
