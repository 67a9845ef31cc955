// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Set;

/**
 * Signals that the server answered with an error.
 *
 * @since 0.1
 */
public final class ServerErrorException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;
    private static final Set<String> PASSING = Set.of("lock_tables", "open_table", "146", "149", "200");

    private final int code;
    private final String error;

    public ServerErrorException(String where, int code, String error) {
        super(where + ": server error " + code + " " + error, Fate.ANSWERED, PASSING.contains(error));
        this.code = code;
        this.error = error;
    }

    /** Returns the group: 1 engine or lock, 2 request, 3 authorization. */
    public int code() {
        return code;
    }

    /** Returns the server's word, such as {@code stmtnum}, or a decimal handler error number. */
    public String error() {
        return error;
    }
}
