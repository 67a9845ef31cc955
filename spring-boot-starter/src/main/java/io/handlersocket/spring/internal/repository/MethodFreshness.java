// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Opens scopes for the methods whose annotations ask for a freshness.
 *
 * @param replicas null without replicas; then no scope is opened
 */
record MethodFreshness(@Nullable Replicas replicas) {

    /**
     * Returns the freshness that the annotations ask for; null if they leave it to the property.
     *
     * @param repository its annotation covers the methods that every repository has
     * @throws IllegalStateException if the text is malformed, or no poll can prove it; names the method
     */
    @Nullable
    Freshness of(Method method, Class<?> repository, boolean isBase) {
        String text = text(method);
        if (text.isEmpty() && isBase) {
            text = text(repository);
        }
        if (text.isEmpty()) {
            return null;
        }
        try {
            Freshness freshness = Freshness.parse(text);
            if (replicas != null) {
                replicas.open(freshness).close();
            }
            return freshness;
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(repository.getName() + '.' + method.getName() + ": " + e.getMessage(), e);
        }
    }

    private static String text(AnnotatedElement element) {
        FastLookup fast = AnnotatedElementUtils.findMergedAnnotation(element, FastLookup.class);
        IndexLookup index = AnnotatedElementUtils.findMergedAnnotation(element, IndexLookup.class);
        return Stream.of(index == null ? "" : index.freshness(), fast == null ? "" : fast.freshness())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
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

    /** Returns an executor whose tasks read as the scope says that this thread has now. */
    Executor here(Executor executor) {
        Replicas servers = replicas;
        ReadScope now = servers == null ? null : servers.scope().orElse(null);
        if (servers == null || now == null) {
            return executor;
        }
        Freshness wanted = now.freshness();
        ReadSession session = now.session().orElse(null);
        if (AnnotatedScope.is(now)) {
            return task -> executor.execute(() -> {
                try (AnnotatedScope scope = new AnnotatedScope(servers.open(wanted))) {
                    task.run();
                }
            });
        }
        return task -> executor.execute(() -> {
            try (ReadScope scope = session == null ? servers.open(wanted) : servers.open(wanted, session)) {
                task.run();
            }
        });
    }
}
