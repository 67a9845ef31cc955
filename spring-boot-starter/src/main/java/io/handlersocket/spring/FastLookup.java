// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a Spring Data JPA repository answer {@code findById} and {@code existsById} over HandlerSocket before a transaction
 * is begun, so that such a call sends no SQL command at all.
 *
 * <p>The answer is the one JPA would have given: the entity is made by Hibernate, it is the managed instance where a
 * persistence context is bound (a transaction, an open-in-view request) and detached where none is. Inside a transaction
 * the call takes its ordinary way, and so does every call that cannot be answered over HandlerSocket, for whatever reason.
 * Taking the annotation away changes nothing but the speed.
 *
 * <p>On an interface it holds for all repositories that extend it.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FastLookup {}
