// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a connection outside the pool reaches the server of HandlerSocket, as the same account and in the same
 * schema.
 */
@FunctionalInterface
public interface ConnectionProof {

    /**
     * Returns what tells at any time why SQL on this connection may answer otherwise than HandlerSocket; it returns
     * null if it may not.
     */
    Supplier<@Nullable String> of(Connection connection) throws SQLException;
}
