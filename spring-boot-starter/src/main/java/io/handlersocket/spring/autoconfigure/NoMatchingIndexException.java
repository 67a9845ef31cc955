// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.internal.repository.RepositoryCheck.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Stops the start of the application because an annotated method has no index. */
final class NoMatchingIndexException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    NoMatchingIndexException(List<Problem> problems) {
        super(problems.stream()
                .map(problem -> problem.method() + ": " + problem.reason())
                .collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    List<Problem> problems() {
        return problems;
    }
}
