// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;

/** A connection whose statements are being watched. */
public interface TrackedConnection extends Connection {

    /** What ran on it. */
    TransactionLog transactionLog();

    /** The connection as its provider gave it, for giving it back. */
    Connection watchedConnection();
}
