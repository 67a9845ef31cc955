// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one {@link RowQuery}, by the same rules as the loads of Hibernate. It does not ask whether the
 * calling thread's session allows this. Safe for use by several threads.
 */
public interface RowRead {

    /** Opens the index in the background; the stage never fails. */
    CompletionStage<Void> prepare();

    /** Returns why JDBC answers the query now, whatever its values; null if only the server could prevent an answer. */
    @Nullable
    JdbcReason refusal();

    /** Returns why a table with this definition does not answer the query; null if it does. */
    @Nullable
    JdbcReason refusal(Table definition);

    /** Returns whether a read would reach the server now; a hint. */
    boolean isOpen();

    /**
     * Which rows are wanted.
     *
     * @param values the values that attributes equal, then those of the range
     * @param limit maximum number of rows, 1 or more
     * @param all whether fewer rows than the limit are all that match
     */
    record Wanted(List<@Nullable Object> values, int limit, boolean all) {}

    /**
     * Reads rows, and waits at most the client's request timeout.
     *
     * @param results makes the result from the values of the attributes
     * @throws LeftToJdbcException if JDBC must answer
     */
    <T extends @Nullable Object> T now(Wanted wanted, Function<List<@Nullable Object[]>, T> results);

    /**
     * Reads rows without waiting.
     *
     * @param results makes the result from the values of the attributes
     * @param executor runs {@code results}
     * @return fails only with {@link LeftToJdbcException}, if JDBC must answer
     * @throws LeftToJdbcException if JDBC must answer, which is known at once
     */
    <T extends @Nullable Object> CompletionStage<T> later(
            Wanted wanted, Function<List<@Nullable Object[]>, T> results, Executor executor);
}
