// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;

/** A connection whose statements are watched. */
public interface TrackedConnection extends Connection {

    TransactionLog transactionLog();

    /** Returns the provider's connection, to be returned to the provider. */
    Connection watchedConnection();
}
