// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

/** No strategy gives a server with the plugin on this machine. {@link #toString} says what was tried and what helps. */
public final class NoServerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String tried;
    private final String remedies;

    NoServerException(String tried, String remedies) {
        super("no MariaDB with the HandlerSocket plugin can be started here");
        this.tried = tried;
        this.remedies = remedies;
    }

    /** Returns what was tried, and why it failed. */
    public String tried() {
        return tried;
    }

    /** Returns what helps, one remedy a line. */
    public String remedies() {
        return remedies;
    }

    /** Returns all of it, for reports of tests. Spring repeats the message of each bean that fails, which is short. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // Spring repeats getMessage()
    public String toString() {
        return super.toString() + '\n' + tried + '\n' + remedies;
    }
}
