// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.sql.ResultSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.WrapperOptions;

/**
 * One SELECT of Hibernate that HandlerSocket has answered. Refers to nothing of its session.
 *
 * @param role the name under which the load is counted
 * @param tables names of its tables, without schema and quotes
 * @param columns for each value of a row its table and column, such as {@code player.level}
 * @param order positions of the values by which the rows are sorted, from 0; empty if any order is right
 * @param sql the statement
 * @param values how Hibernate reads each value of a row
 * @param options what {@link ValueExtractor} needs
 * @param result returns the application's answer from its first row on
 * @param again reads the rows over HandlerSocket again; throws {@link NotAnsweredException} if it does not answer now
 * @param nanos how long the application's answer took, in nanoseconds
 */
public record AnsweredLoad(
        String role,
        Set<String> tables,
        List<String> columns,
        List<Integer> order,
        String sql,
        List<Value> values,
        WrapperOptions options,
        Supplier<ResultSet> result,
        Callable<ResultSet> again,
        long nanos) {

    /**
     * How Hibernate reads one value.
     *
     * @param extractor what reads it
     * @param position its column in the result set, from 1
     * @param local whether only its local date or time counts, not its instant
     */
    public record Value(ValueExtractor<?> extractor, int position, boolean local) {}
}
