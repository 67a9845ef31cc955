// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;

/** A port and its secret, which is empty if it has none. Never passed to users. */
public record Target(Endpoint endpoint, String secret) {

    /** Hides the secret. */
    @Override
    public String toString() {
        return endpoint.toString();
    }
}
