// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where HandlerSocket listens, if the application knows better than its database: behind a mapped port, for instance. A
 * bean of this type wins over the properties {@code handlersocket.host}, {@code .port} and {@code .secret}. What it leaves
 * out is asked from the database.
 */
public interface HandlerSocketConnectionDetails extends ConnectionDetails {

    /** The host; null for the host of the JDBC URL. */
    default @Nullable String getHost() {
        return null;
    }

    /** The read port, 1 to 65535; null for what the server's variable {@code handlersocket_port} says. */
    default @Nullable Integer getPort() {
        return null;
    }

    /** The read port's secret; null to ask the server, again after each of its restarts. */
    default @Nullable String getSecret() {
        return null;
    }
}
