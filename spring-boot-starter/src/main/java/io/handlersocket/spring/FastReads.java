// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.util.List;
import java.util.Optional;

/**
 * Adds lookups to a repository that extends this interface besides {@code JpaRepository}; the repository needs no
 * annotations and no methods. If HandlerSocket cannot answer a call, a JPA query with the same meaning answers it. Safe
 * for use by all threads. Every method throws {@link IllegalStateException} if the starter cannot determine the
 * repository's persistence unit.
 *
 * @param <T> type of the entity
 * @param <ID> type of its id
 */
public interface FastReads<T, ID> {

    /**
     * Returns the entity with this id, as {@code findById} does but without its transaction; empty if no row has it.
     */
    Optional<T> lookup(ID id);

    /**
     * Returns a projection of the entity with this id; empty if no row has it.
     *
     * @param type a record, class or interface whose properties have the names of attributes
     * @throws IllegalArgumentException if the type shows more than plain columns of the entity's table
     */
    <P> Optional<P> lookup(ID id, Class<P> type);

    /**
     * Returns a projection of each row whose attributes have these values, in no particular order.
     *
     * @param type a record, class or interface whose properties have the names of attributes
     * @param attributes names of attributes, separated by commas, such as {@code "author.id, created"}; the call is
     *     fast if an index starts with their columns, in any order
     * @param values one value for each attribute, not null
     * @throws IllegalArgumentException if the number of values is not that of the attributes, or the type shows more
     *     than plain columns of the entity's table
     */
    <P> List<P> lookupBy(Class<P> type, String attributes, Object... values);
}
