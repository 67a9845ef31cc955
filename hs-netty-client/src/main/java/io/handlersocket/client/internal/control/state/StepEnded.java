// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

/**
 * Ends a step in the middle: everything was closed, or the server refused the session of a check. Never leaves {@link
 * ReadControl}.
 */
final class StepEnded extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final long delayMillis;

    /** @param delayMillis the time until the next step */
    StepEnded(long delayMillis) {
        super(null, null, false, false);
        this.delayMillis = delayMillis;
    }

    long delayMillis() {
        return delayMillis;
    }
}
