// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Requests;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request whose reply has no content: authentication, opening an index, a probe. */
public final class StatusRequest extends Request<Boolean> {

    private static final long PROBE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So long that it never passes, and so short that differences of times do not overflow. */
    private static final long NO_TIMEOUT_NANOS = Long.MAX_VALUE / 2;

    private final String what;
    private final @Nullable WireIndex opens;

    private StatusRequest(String what, byte[] line, long deadlineNanos, @Nullable WireIndex opens) {
        super(line, deadlineNanos);
        this.what = what;
        this.opens = opens;
    }

    public static StatusRequest authentication(String connection, String secret, long deadlineNanos) {
        return new StatusRequest(connection + " authentication", Requests.auth(secret), deadlineNanos, null);
    }

    /** Makes the opening of an index, which has no deadline. */
    public static StatusRequest opening(String connection, WireIndex index, long nowNanos) {
        long never = nowNanos + NO_TIMEOUT_NANOS;
        return new StatusRequest(connection + " open " + index, index.openLine(), never, index);
    }

    /** Makes a lookup of empty values, whose rows are ignored. */
    public static StatusRequest probe(String connection, WireIndex index, byte[] prefix, int keyParts, long nowNanos) {
        LineBuilder line = new LineBuilder(prefix, keyParts);
        for (int i = 0; i < keyParts; i++) {
            line.value(new byte[0]);
        }
        return new StatusRequest(connection + " probe of " + index, line.line(), nowNanos + PROBE_TIMEOUT_NANOS, null);
    }

    public @Nullable WireIndex opens() {
        return opens;
    }

    @Override
    public boolean isOpening() {
        return opens != null;
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (reply.isOk()) {
            complete(Boolean.TRUE);
        } else {
            failed(new ServerErrorException(what, reply.number(0), reply.error()));
        }
    }
}
