// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.internal.actuate.Hints;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do instead of printing a stack trace. */
final class NotUsableFailureAnalyzer extends AbstractFailureAnalyzer<HandlerSocketNotUsableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, HandlerSocketNotUsableException cause) {
        String reason = String.valueOf(cause.getMessage());
        String hint = Hints.of(reason);
        return new FailureAnalysis(
                "handlersocket.startup=fail, and HandlerSocket cannot be used: " + reason,
                (hint.isEmpty() ? "" : "Please " + hint + ". ")
                        + "Make it reachable, or set handlersocket.startup=warn to start over SQL; lookups go over HandlerSocket"
                        + " as soon as they can.",
                cause);
    }
}
