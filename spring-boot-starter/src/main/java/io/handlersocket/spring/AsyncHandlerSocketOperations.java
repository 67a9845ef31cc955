// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.Range;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What {@link HandlerSocketOperations} does, without waiting. A stage fails with what the other method would throw. What
 * depends on a stage runs on the client's I/O thread unless an executor is given: it must not block.
 */
public interface AsyncHandlerSocketOperations {

    /** See {@link HandlerSocketOperations#find}. */
    <T> CompletionStage<Optional<T>> find(Class<T> type, String table, Object... key);

    /** See {@link HandlerSocketOperations#findBy}. */
    <T> CompletionStage<Optional<T>> findBy(Class<T> type, String table, String index, Object... key);

    /** See {@link HandlerSocketOperations#findAll}. */
    <T> CompletionStage<List<T>> findAll(Class<T> type, String table, Collection<?> keys);

    /** See {@link HandlerSocketOperations#range}. */
    <T> CompletionStage<List<T>> range(Class<T> type, String table, String index, Range range);
}
