// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.repository.core.RepositoryMetadata;

/** Finds the annotated methods of a repository's interface. */
final class AnnotatedQueries {

    private AnnotatedQueries() {}

    static boolean isAnnotated(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, FastLookup.class)
                || AnnotatedElementUtils.hasAnnotation(method, IndexLookup.class);
    }

    /** Returns whether the interface or one of its methods is annotated. */
    static boolean isAnnotated(Class<?> repository) {
        return AnnotatedElementUtils.hasAnnotation(repository, FastLookup.class)
                || Arrays.stream(repository.getMethods()).anyMatch(AnnotatedQueries::isAnnotated);
    }

    /** Returns the annotated methods except those that every repository has. */
    static List<Method> of(RepositoryMetadata repository) {
        return Arrays.stream(repository.getRepositoryInterface().getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && isAnnotated(method))
                .filter(method -> !isBase(method))
                .toList();
    }

    private static boolean isBase(Method method) {
        return switch (method.getName()) {
            case "findById", "existsById", "findAllById", "getReferenceById" -> method.getParameterCount() == 1;
            default -> false;
        };
    }
}
