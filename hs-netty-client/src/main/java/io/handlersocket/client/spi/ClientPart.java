// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

/**
 * A part with connections of its own that an extension adds to a client. It stops and ends with the client.
 * Thread-safe.
 */
public interface ClientPart extends AutoCloseable {

    /** Closes all connections until {@link #resume()}; returns when they are closed. */
    void drain();

    /** Ends {@link #drain()}; returns at once. */
    void resume();

    /** Closes all connections for good. Closing again has no effect. */
    @Override
    void close();
}
