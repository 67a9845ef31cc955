// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a Spring Data JPA repository, or one of its query methods, answer over HandlerSocket before a transaction
 * begins. A call that HandlerSocket answers outside a transaction sends no SQL command.
 *
 * <p>On a repository the annotation covers {@code findById}, {@code existsById}, {@code findAllById} and {@code
 * getReferenceById}. On an interface that repositories extend, it covers these methods of all of them. On a repository
 * it does not cover query methods; annotate each. On a derived query method it covers that method. One index must
 * answer the method: columns that equal arguments, then at most one column that is compared, and an order along the
 * index. For a {@code @Query} the rules of {@link IndexLookup} apply. If there is no such index, or no index could
 * answer the method, the method stays on JPA and one WARN at startup says so.
 *
 * <p>The result is the one that JPA returns. Hibernate creates the entities. They are managed where a persistence
 * context is bound (a transaction, an open-in-view request), otherwise detached. Records, classes and interfaces that
 * project columns are read from rows directly. JPA answers every call that HandlerSocket cannot answer, whatever the
 * reason. Removing the annotation changes only the speed.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface FastLookup {}
