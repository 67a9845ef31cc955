// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.concurrent.CompletionException;

/** What stages fail with. */
public final class Failures {

    private Failures() {}

    /** Returns the failure without the wrapper that a dependent stage adds. */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
