// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do instead of printing a stack trace. */
final class NotUsableFailureAnalyzer extends AbstractFailureAnalyzer<HandlerSocketNotUsableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, HandlerSocketNotUsableException cause) {
        return new FailureAnalysis(
                "HandlerSocket cannot be used: " + cause.getMessage() + '.',
                cause.remedy() + "\nTo start without it, over SQL, set handlersocket.startup=warn.",
                cause);
    }
}
