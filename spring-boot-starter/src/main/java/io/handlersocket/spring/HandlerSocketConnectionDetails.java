// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Says where HandlerSocket listens if the database cannot know it, for example if the port is mapped. A bean of this
 * type replaces the properties {@code handlersocket.host}, {@code .port} and {@code .secret}. For every method that
 * returns null, the client uses the value that the database reports.
 */
public interface HandlerSocketConnectionDetails extends ConnectionDetails {

    /** Returns the host of the read port; null for the host of the JDBC URL. */
    default @Nullable String getHost() {
        return null;
    }

    /** Returns the read port, 1 to 65535; null for the server variable {@code handlersocket_port}. */
    default @Nullable Integer getPort() {
        return null;
    }

    /**
     * Returns the secret of the read port; empty for a server without a secret. If it is null, the client reads the
     * secret from the server, and again after each restart of the server.
     */
    default @Nullable String getSecret() {
        return null;
    }
}
