// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.Range;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Lookups for an application that maps rows itself, waiting for each; see {@link AsyncHandlerSocketOperations} for those that
 * do not wait. Nothing falls back to SQL here: where HandlerSocket cannot answer, the client's exception says why.
 *
 * <p>A result is a record, or a class with one constructor, whose components are named as columns are ({@code lastSeen} for
 * {@code last_seen}), or a class with setters of such names. Only those columns are read. Safe for all threads.
 *
 * <p>All methods throw {@link io.handlersocket.client.HandlerSocketException} if there is no answer, and
 * {@link IllegalArgumentException} if key or result type do not fit the table.
 */
public interface HandlerSocketOperations {

    /**
     * Reads the row with this primary key.
     *
     * @param table in the DataSource's schema
     * @param key one value per part of the key
     */
    <T> Optional<T> find(Class<T> type, String table, Object... key);

    /** Reads the row with this key of a unique index. */
    <T> Optional<T> findBy(Class<T> type, String table, String index, Object... key);

    /**
     * Reads the rows with these primary keys, in their order; those that are not there are left out.
     *
     * @param keys values, or {@link io.handlersocket.client.Key}s if the primary key has several parts
     */
    <T> List<T> findAll(Class<T> type, String table, Collection<?> keys);

    /** Reads one page of rows along an index. */
    <T> List<T> range(Class<T> type, String table, String index, Range range);

    /** The same without waiting. */
    AsyncHandlerSocketOperations async();
}
