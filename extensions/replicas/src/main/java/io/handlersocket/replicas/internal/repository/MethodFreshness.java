// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.repository;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.internal.AnnotatedScope;
import io.handlersocket.replicas.spring.ReadFreshness;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Opens scopes for the methods whose annotations ask for a freshness.
 *
 * @param replicas null without replicas; then no scope is opened
 */
record MethodFreshness(@Nullable Replicas replicas) {

    /**
     * Returns the freshness that the annotation of the method asks for, or that of its repository.
     *
     * @return null if there is neither
     * @throws IllegalStateException if the text is malformed, or no poll can prove it; names the method
     */
    @Nullable
    Freshness of(Method method, Class<?> repository) {
        ReadFreshness annotation = AnnotatedElementUtils.findMergedAnnotation(method, ReadFreshness.class);
        if (annotation == null) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(repository, ReadFreshness.class);
        }
        if (annotation == null) {
            return null;
        }
        try {
            Freshness freshness = Freshness.parse(annotation.value());
            if (replicas != null) {
                replicas.open(freshness).close();
            }
            return freshness;
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(repository.getName() + '.' + method.getName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Opens the scope of a call, unless code of the application has opened the present one: it knows best what it
     * needs. The scope of another annotation is replaced.
     *
     * @return null if there is nothing to open
     */
    @Nullable
    AnnotatedScope open(@Nullable Freshness freshness) {
        if (replicas == null || freshness == null) {
            return null;
        }
        ReadScope now = replicas.scope().orElse(null);
        return now == null || AnnotatedScope.is(now) ? new AnnotatedScope(replicas.open(freshness)) : null;
    }
}
