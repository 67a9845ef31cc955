// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.util.List;
import java.util.Optional;

/**
 * Lookups that a repository gets by extending this interface beside {@code JpaRepository}, without annotations or methods of
 * its own. What cannot be read over HandlerSocket is asked by a JPA query that says the same.
 *
 * @param <T> the entity
 * @param <ID> its id
 */
public interface FastReads<T, ID> {

    /** The entity with this id, as {@code findById} gives it, without a transaction of its own. */
    Optional<T> lookup(ID id);

    /**
     * What a record, class or interface shows of the entity with this id.
     *
     * @param type its properties have the names of attributes
     * @throws IllegalArgumentException if it shows more than plain columns of the entity's table
     */
    <P> Optional<P> lookup(ID id, Class<P> type);

    /**
     * What a record, class or interface shows of the rows whose attributes have these values; in no particular order.
     *
     * @param type its properties have the names of attributes
     * @param attributes separated by commas, such as {@code "author.id, created"}; fast if an index starts with their columns,
     *     in any order
     * @param values one for each attribute, not null
     * @throws IllegalArgumentException if the number of values does not fit, or the type shows more than plain columns of the
     *     entity's table
     */
    <P> List<P> lookupBy(Class<P> type, String attributes, Object... values);
}
