// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how fresh the answers of a Spring Data JPA repository, or of one of its methods, must be, and so whether a
 * replica may answer. On a repository, or on an interface that repositories extend, it covers all methods; that of a
 * method counts more. A scope that the caller has opened counts instead; the annotation of a method that calls this one
 * does not. A transaction that may write, or has run SQL, always reads from the primary. Without {@code
 * handlersocket.endpoints} the primary answers.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ReadFreshness {

    /**
     * Returns {@code primary}, {@code any}, or a duration such as {@code 100ms}. Any other text stops the start of the
     * application.
     */
    String value();
}
