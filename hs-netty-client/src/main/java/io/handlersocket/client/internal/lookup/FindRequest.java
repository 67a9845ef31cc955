// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.codec.KeyMatch;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Wire;
import io.handlersocket.client.internal.transport.Request;
import java.util.Optional;

/** Reads the one row with a key, and checks that the row the server sent has it. */
final class FindRequest extends Request<Optional<Row>> {

    private static final int FIRST_VALUE = 2;

    private final LookupContext context;
    private final View view;
    private final byte[][] key;

    FindRequest(LookupContext context, View view, byte[] line, byte[][] key, long startNanos) {
        super(line, view.opened().wire(), startNanos, context.requestTimeoutNanos());
        this.context = context;
        this.view = view;
        this.key = key;
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            fail(new ServerErrorException(view.opened().wire().toString(), reply.number(0), reply.error()), batch);
            return;
        }
        Layout layout = view.layout();
        int columns = layout.columns().size();
        int values = reply.tokens() - FIRST_VALUE;
        if (reply.number(1) != columns || (values != 0 && values != columns)) {
            throw new ProtocolException(view.opened().wire() + ": " + values + " values of " + reply.number(1)
                    + " columns (expected one row of " + columns + ")");
        }
        if (values == 0 || !hasKey(reply, layout)) {
            context.counters().missed();
            done(batch, false);
            complete(Optional.empty());
            return;
        }
        int[] starts = new int[columns + 1];
        byte[] bytes = reply.copyValues(starts, columns, FIRST_VALUE);
        context.counters().found();
        done(batch, false);
        complete(Optional.of(new DefaultRow(view, bytes, starts)));
    }

    private boolean hasKey(Reply reply, Layout layout) {
        for (int part = 0; part < key.length; part++) {
            int token = FIRST_VALUE + layout.keyColumn(part);
            ColumnCodec codec = layout.keyCodec(part);
            KeyMatch match = match(codec, key[part], reply.buffer(), reply.tokenFrom(token), reply.tokenTo(token));
            if (match == KeyMatch.DIFFERENT) {
                throw new ProtocolException(view.opened().wire() + ": a row with another "
                        + codec.column().name() + " than the one asked for");
            }
            if (match == KeyMatch.COERCED) {
                return false;
            }
        }
        return true;
    }

    private static KeyMatch match(ColumnCodec codec, byte[] asked, byte[] buffer, int from, int to) {
        if (Wire.isNull(buffer, from, to)) {
            return KeyMatch.DIFFERENT;
        }
        if (Wire.hasEscape(buffer, from, to)) {
            byte[] plain = Wire.unescape(buffer, from, to);
            return codec.match(asked, plain, 0, plain.length);
        }
        return codec.match(asked, buffer, from, to);
    }

    private void fail(HandlerSocketException failure, int batch) {
        context.counters().failed();
        done(batch, true);
        completeExceptionally(failure);
    }

    @Override
    protected void failed(HandlerSocketException failure) {
        if (!isDone()) {
            fail(failure, 0);
        }
    }

    private void done(int batch, boolean failed) {
        if (context.listening()) {
            context.completed(view.opened().wire(), elapsedNanos(), batch, failed);
        }
    }
}
