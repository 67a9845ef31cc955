// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;

/**
 * A port to connect to, and the secret that opens it. Never leaves the client.
 *
 * @param endpoint where it listens
 * @param secret its plain secret; empty if it has none
 */
public record Target(Endpoint endpoint, String secret) {

    /** Hides the secret. */
    @Override
    public String toString() {
        return endpoint.toString();
    }
}
