// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a repository method of any name be answered from one index: its arguments are the values of the index's leading
 * columns, and its results the rows that have them, in index order.
 *
 * <p>The method must be one that Spring Data JPA could run without this annotation: that is what answers when the index cannot.
 * So it must say the same, which is checked when the application starts, and stays on JPA where it does not: a {@code @Query} in JPQL selects the entity, or
 * attributes as the projection has them, {@code where} attributes that are the index's leading columns equal the parameters,
 * joined by {@code and}, if wanted with an {@code order by} along the index; a derived name asks for such columns. What a default
 * body asks is for its author to know: rows whose leading columns of the index are its arguments, in that order. Results that are
 * records or projections are read straight from rows; entities are Hibernate's, whatever the query says.
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

    /** The index's name; {@code PRIMARY} for the primary key. */
    String index();
}
