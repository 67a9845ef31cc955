// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** Bytes to and from a server, for a caller that waits for them. One thread at a time. */
interface BlockingStream {

    /** Whether bytes have come that nobody has read. */
    boolean hasUnread() throws IOException;

    /** Writes all of it. */
    void write(byte[] bytes) throws IOException;

    /**
     * Waits for bytes.
     *
     * @return those that have come, one at least; valid until the next call
     * @throws java.io.EOFException if none will come any more
     */
    ByteBuf read() throws IOException;

    /**
     * As {@link #read()}, until then.
     *
     * @param deadlineNanos by {@link System#nanoTime()}
     * @throws java.net.SocketTimeoutException if nothing has come by then
     */
    ByteBuf read(long deadlineNanos) throws IOException;
}
