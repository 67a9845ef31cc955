// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.Range;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Reads rows without JPA and maps them to objects. Every method waits for its result; {@link #async()} has the same
 * methods without waiting. These methods do not fall back to SQL: if HandlerSocket cannot answer, they throw the
 * client's exception. Safe for use by all threads.
 *
 * <p>A result type is a record, a class with one constructor, or a class with setters. Its components, parameters or
 * properties have the names of columns ({@code lastSeen} for {@code last_seen}). Only these columns are read.
 *
 * <p>All methods throw {@link io.handlersocket.client.HandlerSocketException} if there is no answer, and
 * {@link IllegalArgumentException} if the key or the result type does not match the table.
 */
public interface HandlerSocketOperations {

    /**
     * Reads the row with this primary key; returns empty if there is none.
     *
     * @param table name of a table in the DataSource's schema; the starter's client opens only tables of entities and
     *     those that {@code handlersocket.tables} names
     * @param key one value for each part of the key
     */
    <T> Optional<T> find(Class<T> type, String table, Object... key);

    /**
     * Reads the row with this key of a unique index; returns empty if there is none.
     *
     * @param index name of the index
     * @param key one value for each part of the index
     */
    <T> Optional<T> findBy(Class<T> type, String table, String index, Object... key);

    /**
     * Reads the rows with these primary keys. Returns them in the order of the keys, and leaves out keys without a row.
     *
     * @param keys values, or {@link io.handlersocket.client.Key}s if the primary key has several parts
     */
    <T> List<T> findAll(Class<T> type, String table, Collection<?> keys);

    /** Reads one page of rows along an index, in index order. */
    <T> List<T> range(Class<T> type, String table, String index, Range range);

    /** Returns the same operations without waiting. */
    AsyncHandlerSocketOperations async();
}
