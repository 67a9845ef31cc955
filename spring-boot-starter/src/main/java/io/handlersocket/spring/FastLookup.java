// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a Spring Data JPA repository, or one of its query methods, answer over HandlerSocket before a transaction is begun,
 * so that such a call sends no SQL command at all.
 *
 * <p>On a repository it holds for {@code findById}, {@code existsById}, {@code findAllById} and {@code getReferenceById}; on
 * an interface that repositories extend, for all of them. On a derived query method it holds for that method, which one index
 * has to answer: columns that are equal to arguments, then at most one that is compared, and an order along the index. A
 * {@code @Query} is taken at its word as described at {@link IndexLookup}. A WARN at start says so where there is no such
 * index, or where no index could answer the method: it stays on JPA.
 *
 * <p>The answer is the one JPA would have given. Entities are made by Hibernate, managed where a persistence context is bound
 * (a transaction, an open-in-view request) and detached where none is; records, classes and interfaces that project columns
 * are read straight from rows. Every call that cannot be answered over HandlerSocket, for whatever reason, takes its ordinary
 * way: taking the annotation away changes nothing but the speed.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface FastLookup {}
