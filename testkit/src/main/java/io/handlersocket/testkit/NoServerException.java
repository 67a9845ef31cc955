// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

/** No strategy gives a server with the plugin on this machine; the message says what was tried, and why it failed. */
public final class NoServerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String remedies;

    NoServerException(String tried, String remedies) {
        super(tried);
        this.remedies = remedies;
    }

    /** Returns what helps, one remedy a line. */
    public String remedies() {
        return remedies;
    }

    /** Returns the message and what helps, for reports of tests; Spring Boot repeats the message alone. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // each bean that needs the server repeats getMessage()
    public String toString() {
        return super.toString() + '\n' + remedies;
    }
}
