// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** The bytes to and from a server, with blocking calls. One thread at a time. */
interface BlockingStream {

    /** Lets a read wait without limit; another thread must close the stream if that takes too long. */
    long NO_DEADLINE = 0;

    /** Returns whether the server has sent bytes that were not read. */
    boolean hasUnread() throws IOException;

    /** Writes the first {@code length} bytes. */
    void write(byte[] bytes, int length) throws IOException;

    /**
     * Waits for at least one byte, valid until the next call. Fails with {@link java.net.SocketTimeoutException} if
     * none arrives before the deadline, and with {@link java.io.EOFException} if the server has closed the connection.
     */
    ByteBuf read(long deadlineNanos) throws IOException;
}
