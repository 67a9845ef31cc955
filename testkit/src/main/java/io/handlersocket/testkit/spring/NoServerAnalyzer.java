// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.spring;

import io.handlersocket.testkit.NoServerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lets Spring Boot print once why there is no server, without the stack traces of the beans that need it. */
final class NoServerAnalyzer extends AbstractFailureAnalyzer<NoServerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoServerException cause) {
        return new FailureAnalysis(cause.getMessage() + ". " + cause.tried(), cause.remedies(), cause);
    }
}
