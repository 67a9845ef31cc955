// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Set;

/** Thrown when the server answers with an error. */
public final class ServerErrorException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    /** 146: time-out of a lock, 149: deadlock, 188: the server ends the session of the worker, as when it stops. */
    private static final Set<String> TRANSIENT = Set.of("lock_tables", "open_table", "146", "149", "188", "200");

    private final int code;
    private final String error;

    public ServerErrorException(String where, int code, String error) {
        this(code, error, where + ": server error " + code + " " + error);
    }

    private ServerErrorException(int code, String error, String message) {
        super(message, Fate.ANSWERED, TRANSIENT.contains(error));
        this.code = code;
        this.error = error;
    }

    @Override
    HandlerSocketException copy(String message) {
        return new ServerErrorException(code, error, message);
    }

    /** Returns the kind of error: 1 for storage engine or lock, 2 for the request, 3 for authorization. */
    public int code() {
        return code;
    }

    /** Returns the server's keyword, such as {@code stmtnum}, or the decimal error number of the storage engine. */
    public String error() {
        return error;
    }
}
