// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.internal.protocol.Replies;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A request whose result is the reply's tokens. */
public final class LineRequest extends Request<List<String>> {

    private final @Nullable WireIndex index;
    private boolean isShort = true;

    public LineRequest(String line, @Nullable WireIndex index, long timeoutMillis) {
        this(line, index, timeoutMillis, System::nanoTime);
    }

    private LineRequest(String line, @Nullable WireIndex index, long timeoutMillis, LongSupplier nanoTime) {
        super(line.getBytes(ISO_8859_1), nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        this.index = index;
    }

    @Override
    protected @Nullable WireIndex index() {
        return index;
    }

    /** One that has all the time of the world. */
    public static LineRequest of(String line) {
        return new LineRequest(line + "\n", null, TimeUnit.HOURS.toMillis(1));
    }

    /** One whose time is over in 30 ms. */
    public static LineRequest hasty(String line, LongSupplier nanoTime) {
        return within(30, line, nanoTime);
    }

    /** One with this timeout. */
    public static LineRequest within(long timeoutMillis, String line, LongSupplier nanoTime) {
        return new LineRequest(line + "\n", null, timeoutMillis, nanoTime);
    }

    /** One that may read many rows. */
    public static LineRequest range(String line) {
        LineRequest request = of(line);
        request.isShort = false;
        return request;
    }

    @Override
    public boolean isShort() {
        return isShort;
    }

    /** Returns the first ten characters of the line. */
    public String start() {
        return new String(tokens(), 0, 10, ISO_8859_1);
    }

    public void cancel() {
        cancel(true);
    }

    @Override
    protected void answered(Reply reply, int batch) {
        reply.number(0);
        complete(Replies.tokens(reply));
    }
}
