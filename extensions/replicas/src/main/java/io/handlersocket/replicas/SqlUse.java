// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import io.handlersocket.replicas.internal.Scopes;

/**
 * Lets an integration report that SQL runs on a thread. The sessions of {@link io.handlersocket.replicas.Replicas} that
 * are bound to the thread then accept only answers that contain what that SQL has seen or committed.
 */
public final class SqlUse {

    private SqlUse() {}

    /** Reports a statement, or the end of a transaction, of the calling thread. Without scopes, this does nothing. */
    public static void onThisThread() {
        Scopes.sqlRuns();
    }
}
