// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.shadow;

import io.handlersocket.hibernate.Shadow;
import io.handlersocket.hibernate.internal.planner.SelectedColumns;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.type.descriptor.WrapperOptions;
import org.jspecify.annotations.Nullable;

/**
 * A select of Hibernate that was answered over HandlerSocket: the same statement, the same parameters, and the values
 * that Hibernate reads of both result sets.
 *
 * @param sql the statement
 * @param selections how Hibernate reads each value
 * @param local the columns of which Hibernate keeps only the local date or time; see {@link RowsResultSet#setLocal}
 * @param rows the application's answer
 * @param again reads the rows over HandlerSocket again
 * @param fastNanos how long the application's answer took
 */
public record LoadRead(
        String role,
        SelectedColumns selected,
        String sql,
        BoundParameters parameters,
        List<SqlSelection> selections,
        long local,
        WrapperOptions options,
        List<@Nullable Object[]> rows,
        Supplier<List<@Nullable Object[]>> again,
        long fastNanos)
        implements Shadow.Read {

    @Override
    public Set<String> tables() {
        return selected.tables();
    }

    @Override
    public List<String> columns() {
        return selected.columns();
    }

    @Override
    public List<Integer> order() {
        return selected.order();
    }

    @Override
    public Shadow.Answer first() throws SQLException {
        return new Shadow.Answer(values(over(rows)), fastNanos);
    }

    @Override
    public Shadow.Answer handlerSocket() throws SQLException {
        long start = System.nanoTime();
        List<@Nullable Object[]> now = again.get();
        long nanos = System.nanoTime() - start;
        return new Shadow.Answer(values(over(now)), nanos);
    }

    @Override
    public Shadow.Answer jdbc(Connection connection) throws SQLException {
        long start = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.bind(statement);
            try (ResultSet results = statement.executeQuery()) {
                long nanos = System.nanoTime() - start; // the driver has all rows by now
                return new Shadow.Answer(values(results), nanos);
            }
        }
    }

    /** Returns the result set that Hibernate reads for these rows. */
    private RowsResultSet over(List<@Nullable Object[]> answer) {
        RowsResultSet results = new RowsResultSet(answer);
        results.setLocal(local);
        return results;
    }

    private List<List<@Nullable Object>> values(ResultSet results) throws SQLException {
        return ReadValues.of(results, selections, options);
    }
}
