// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.spi;

import io.handlersocket.client.HandlerSocketClient;

/** Replaces the client that the starter would make for the application's DataSource, as a bean of an extension. */
@FunctionalInterface
public interface ClientSource {

    /** Returns the client, which reads from the same server by default. The starter closes it. */
    HandlerSocketClient client();
}
