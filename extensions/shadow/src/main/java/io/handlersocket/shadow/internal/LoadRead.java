// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.ReadColumns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.type.descriptor.WrapperOptions;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT of Hibernate that was answered over HandlerSocket: the same statement, the same parameters, and the values
 * that Hibernate reads of both result sets. Refers to nothing of the session.
 */
record LoadRead(
        String role,
        ReadColumns selected,
        String sql,
        BoundParameters parameters,
        List<SqlSelection> selections,
        WrapperOptions options,
        Supplier<ResultSet> result,
        Callable<ResultSet> again,
        long nanos)
        implements AnsweredRead {

    /**
     * Returns what repeats a load; called in its thread.
     *
     * @throws SQLException if a parameter needs a real statement
     */
    static LoadRead of(AnsweredLoad load) throws SQLException {
        return new LoadRead(
                load.role(),
                load.selected(),
                load.select().getSqlString(),
                BoundParameters.of(load),
                load.selections().stream()
                        .filter(selection -> !selection.isVirtual())
                        .toList(),
                load.context().getSession().getFactory().getWrapperOptions(),
                load.result(),
                load.again(),
                load.nanos());
    }

    @Override
    public Answer first() throws SQLException {
        return new Answer(values(result.get()), nanos);
    }

    @Override
    public Answer handlerSocket() throws Exception {
        long start = System.nanoTime();
        ResultSet now = again.call();
        long took = System.nanoTime() - start;
        return new Answer(values(now), took);
    }

    @Override
    public Answer jdbc(Connection connection) throws SQLException {
        long start = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.bind(statement);
            try (ResultSet results = statement.executeQuery()) {
                long took = System.nanoTime() - start; // the driver has all rows by now
                return new Answer(values(results), took);
            }
        }
    }

    private List<List<@Nullable Object>> values(ResultSet results) throws SQLException {
        return ReadValues.of(results, selections, options);
    }
}
