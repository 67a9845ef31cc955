// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.lookup.LookupContext.Counters;
import io.handlersocket.client.internal.protocol.Ascii;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the row with a whole key. */
class FindRequest extends LookupRequest<Optional<Row>> {

    /** Makes the request for a key of a unique index, or returns null if no row can match. */
    static @Nullable FindRequest of(
            LookupContext context, OpenedIndex opened, @Nullable Object[] values, long startNanos) {
        ReplyLayout layout = opened.layout();
        KeyEncoder.checkWhole(layout, values);
        if (values.length == 1
                && values[0] instanceof Number number
                && layout.keyCodec(0).isDecimalKey(number)) {
            return new NumberFindRequest(context, opened, number.longValue(), startNanos);
        }
        byte[] key = LookupLines.key(layout, values);
        return key == null ? null : new FindRequest(context, opened, key, startNanos);
    }

    /** @param key the tokens of the key, from {@link LookupLines#key} */
    FindRequest(LookupContext context, OpenedIndex opened, byte[] key, long startNanos) {
        super(context, opened, key, startNanos);
    }

    @Override
    protected final byte[] prefix() {
        return opened().fullKeyPrefix();
    }

    @Override
    public final boolean isShort() {
        return true;
    }

    @Override
    final Optional<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, opened());
        if (rows > 1) {
            throw new ProtocolException(opened() + ": " + rows + " rows (expected at most one)");
        }
        return rows == 1 && hasKey(reply) ? Optional.of(RowReader.row(reply, opened(), 0)) : Optional.empty();
    }

    boolean hasKey(Reply reply) {
        return RowReader.hasKey(reply, opened(), tokens());
    }

    @Override
    final void count(Counters counters, Optional<Row> result) {
        counters.answered(result.isPresent());
    }

    /** Reads the row with an integer key. Keeps the number and not its text: an object less for most lookups. */
    static final class NumberFindRequest extends FindRequest {

        private static final byte[] NO_TOKENS = {};

        private final long key;

        /** @param key a number whose text is the canonical key of the index's only part */
        NumberFindRequest(LookupContext context, OpenedIndex opened, long key, long startNanos) {
            super(context, opened, NO_TOKENS, startNanos);
            this.key = key;
        }

        @Override
        protected int tokensLength() {
            return Ascii.decimalLength(key);
        }

        @Override
        protected int copyTokens(byte[] target, int at) {
            return Ascii.putDecimal(key, target, at);
        }

        @Override
        boolean hasKey(Reply reply) {
            return RowReader.hasKey(reply, opened(), key);
        }
    }
}
