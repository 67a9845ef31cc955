// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.internal.repository.RepositoryCheck.Problem;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the method, the reason, the indexes of the table, and what to do. */
final class NoMatchingIndexFailureAnalyzer extends AbstractFailureAnalyzer<NoMatchingIndexException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoMatchingIndexException cause) {
        StringBuilder description = new StringBuilder();
        StringBuilder action = new StringBuilder("Consider one of:\n");
        for (Problem problem : cause.problems()) {
            description
                    .append("The repository method\n    ")
                    .append(problem.method())
                    .append("\nis annotated to be answered over HandlerSocket, but it cannot be: ")
                    .append(problem.reason())
                    .append(".\n");
            description.append("Indexes of table '").append(problem.table()).append("':\n");
            problem.indexes()
                    .forEach(index -> description.append("    ").append(index).append('\n'));
            if (!problem.create().isEmpty()) {
                action.append("    - create an index: ")
                        .append(problem.create())
                        .append('\n');
            }
        }
        action.append("    - remove the annotation from the method, so that it stays on JPA\n")
                .append("    - set handlersocket.repositories.on-missing-index=warn to start anyway and run it on JPA");
        return new FailureAnalysis(description.toString().strip(), action.toString(), cause);
    }
}
