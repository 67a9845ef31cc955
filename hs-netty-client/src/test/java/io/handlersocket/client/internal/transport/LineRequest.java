// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.internal.protocol.Replies;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request whose result is the reply's tokens. */
final class LineRequest extends Request<List<String>> {

    private final @Nullable WireIndex index;
    private boolean isShort = true;

    LineRequest(String line, @Nullable WireIndex index, long timeoutMillis) {
        super(line.getBytes(ISO_8859_1), System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        this.index = index;
    }

    @Override
    protected @Nullable WireIndex index() {
        return index;
    }

    /** One that has all the time of the world. */
    static LineRequest of(String line) {
        return new LineRequest(line + "\n", null, TimeUnit.HOURS.toMillis(1));
    }

    /** One that has no time but to be sent. */
    static LineRequest hasty(String line) {
        return new LineRequest(line + "\n", null, 30);
    }

    /** One that may read many rows. */
    static LineRequest range(String line) {
        LineRequest request = of(line);
        request.isShort = false;
        return request;
    }

    @Override
    protected boolean isShort() {
        return isShort;
    }

    void cancel() {
        cancel(true);
    }

    @Override
    protected void answered(Reply reply, int batch) {
        reply.number(0);
        complete(Replies.tokens(reply));
    }
}
