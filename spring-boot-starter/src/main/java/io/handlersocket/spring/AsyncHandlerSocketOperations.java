// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.Range;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The operations of {@link HandlerSocketOperations}, without waiting. A stage fails with the exception that the waiting
 * method throws. Code that depends on a stage runs on the client's I/O thread unless it is given an executor; it must
 * not block. Safe for use by all threads.
 */
public interface AsyncHandlerSocketOperations {

    /** Reads the row with this primary key; see {@link HandlerSocketOperations#find}. */
    <T> CompletionStage<Optional<T>> find(Class<T> type, String table, Object... key);

    /** Reads the row with this key of a unique index; see {@link HandlerSocketOperations#findBy}. */
    <T> CompletionStage<Optional<T>> findBy(Class<T> type, String table, String index, Object... key);

    /** Reads the rows with these primary keys; see {@link HandlerSocketOperations#findAll}. */
    <T> CompletionStage<List<T>> findAll(Class<T> type, String table, Collection<?> keys);

    /** Reads one page of rows along an index; see {@link HandlerSocketOperations#range}. */
    <T> CompletionStage<List<T>> range(Class<T> type, String table, String index, Range range);
}
