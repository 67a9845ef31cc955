// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.AnsweredRead;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT of Hibernate that was answered over HandlerSocket: the same statement, the same parameters, and the values
 * that Hibernate reads of both result sets.
 */
record LoadRead(AnsweredLoad load, BoundParameters parameters) implements AnsweredRead {

    @Override
    public String role() {
        return load.role();
    }

    @Override
    public Set<String> tables() {
        return load.tables();
    }

    @Override
    public List<String> columns() {
        return load.columns();
    }

    @Override
    public List<Integer> order() {
        return load.order();
    }

    @Override
    public Answer first() throws SQLException {
        return new Answer(values(load.result().get()), load.nanos());
    }

    @Override
    public Answer handlerSocket() throws Exception {
        long start = System.nanoTime();
        ResultSet now = load.again().call();
        long nanos = System.nanoTime() - start;
        return new Answer(values(now), nanos);
    }

    @Override
    public Answer jdbc(Connection connection) throws SQLException {
        long start = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(load.sql())) {
            parameters.bind(statement);
            try (ResultSet results = statement.executeQuery()) {
                long nanos = System.nanoTime() - start; // the driver has all rows by now
                return new Answer(values(results), nanos);
            }
        }
    }

    private List<List<@Nullable Object>> values(ResultSet results) throws SQLException {
        return ReadValues.of(results, load.values(), load.options());
    }
}
