// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets one index answer a repository method of any name. The method's arguments are the values of the index's leading
 * columns. Its results are the rows that have these values, in index order.
 *
 * <p>Spring Data JPA must be able to run the method without this annotation, because JPA answers when the index cannot.
 * Both must mean the same. The starter checks this at startup; a method that fails the check stays on JPA, with one
 * WARN:
 *
 * <ul>
 *   <li>A {@code @Query} in JPQL selects the entity, or the attributes of the projection in its order. Its {@code
 *       where} compares the attributes of the index's leading columns with parameters for equality, joined by {@code
 *       and}. It may have an {@code order by} along the index.
 *   <li>A derived name compares such columns.
 *   <li>A default body cannot be checked. Its author promises that it returns the rows whose leading index columns are
 *       the arguments, in that order.
 * </ul>
 *
 * <p>Records and projections are read from rows directly. If the method returns entities, Hibernate runs its query,
 * whatever the query says.
 *
 * <pre>
 * &#64;IndexLookup(index = "uk_player_email")
 * &#64;Query("select p from Player p where p.email = ?1")
 * Optional&lt;Card&gt; card(String email);
 * </pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface IndexLookup {

    /** Returns the name of the index; {@code PRIMARY} for the primary key. */
    String index();
}
