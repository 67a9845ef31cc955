// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import org.jspecify.annotations.Nullable;

/** A way to read one row. Used by one thread; an exception is no answer, and the next call starts afresh. */
interface Reading extends AutoCloseable {

    /**
     * What was read.
     *
     * @param nonce 0: there is no row
     * @param server that answered
     * @param age in ns, as {@link Observed#age()}
     */
    record Seen(int version, long nonce, String server, long age) {}

    /** Reads the row; with a token, its state must cover the token. */
    Seen read(int key, @Nullable Token token) throws Exception;

    @Override
    default void close() {}
}
