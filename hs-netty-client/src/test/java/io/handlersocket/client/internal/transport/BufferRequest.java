// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.internal.protocol.Reply;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** A request whose result is the array that held its reply, weakly referred to. */
public final class BufferRequest extends Request<WeakReference<byte[]>> {

    /** Answers the request, and leaves the part of another reply in the same array. */
    public static final String REPLY_AND_PART = "0\t1\tA\n0\t1";

    public BufferRequest() {
        super("a\n".getBytes(ISO_8859_1), System.nanoTime() + TimeUnit.HOURS.toNanos(1));
    }

    @Override
    protected void answered(Reply reply, int batch) {
        complete(new WeakReference<>(reply.buffer()));
    }
}
