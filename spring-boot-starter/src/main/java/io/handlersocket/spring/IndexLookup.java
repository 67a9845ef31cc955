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
 * <p>The method must be one that Spring Data JPA could run without this annotation, by a {@code @Query} that says the same or
 * by a default body: that is what answers when the index cannot. Results that are records or projections are read straight
 * from rows; entities are Hibernate's.
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
