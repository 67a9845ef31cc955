// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.spring.internal.repository.RepositoryCheck.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Stops the start of the application. Spring Boot prints what failed and what to do, and no stack trace. */
final class StartupFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    private StartupFailure(String message, String description, String action) {
        super(message);
        this.description = description;
        this.action = action;
    }

    static StartupFailure notUsable(ClientSnapshot client) {
        String reason = client.state() + ", " + client.reason();
        return new StartupFailure(
                reason,
                "handlersocket.startup=fail, and HandlerSocket cannot be used: " + reason,
                (client.remedy().isEmpty() ? "" : client.remedy() + ". ")
                        + "Raise handlersocket.startup-timeout if it only needs time, or set"
                        + " handlersocket.startup=warn to start over SQL; lookups go over HandlerSocket as soon as they"
                        + " can.");
    }

    /** For annotated methods without an index; says of each the reason, the indexes of the table, and what to do. */
    static StartupFailure noMatchingIndex(List<Problem> problems) {
        String description = problems.stream().map(StartupFailure::describe).collect(Collectors.joining("\n"));
        String action = problems.stream()
                .filter(problem -> !problem.create().isEmpty())
                .map(problem -> "    - create an index: " + problem.create() + '\n')
                .collect(Collectors.joining(
                        "",
                        "Consider one of:\n",
                        "    - remove the annotation from the method, so that it stays on JPA\n"
                                + "    - set handlersocket.on-missing-index=warn to start anyway and run it on JPA"));
        String message = problems.stream()
                .map(problem -> problem.method() + ": " + problem.reason())
                .collect(Collectors.joining("; "));
        return new StartupFailure(message, description, action);
    }

    private static String describe(Problem problem) {
        return "The repository method\n    " + problem.method()
                + "\nis annotated to be answered over HandlerSocket, but it cannot be: " + problem.reason()
                + ".\nIndexes of table '" + problem.table() + "':\n    "
                + String.join("\n    ", problem.indexes());
    }

    static final class Analyzer extends AbstractFailureAnalyzer<StartupFailure> {

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, StartupFailure cause) {
            return new FailureAnalysis(cause.description, cause.action, cause);
        }
    }
}
