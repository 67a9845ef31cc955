// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.internal.codec.DecimalText;
import io.handlersocket.client.internal.protocol.Reply;

/** Reads the row with an integer key. Keeps the number and not its text: an object less for most lookups. */
final class NumberFindRequest extends FindRequest {

    private static final byte[] NO_TOKENS = {};

    private final long key;

    /** @param key a number whose text is the canonical key of the index's only part */
    NumberFindRequest(LookupContext context, OpenedIndex opened, long key, long startNanos) {
        super(context, opened, NO_TOKENS, startNanos);
        this.key = key;
    }

    @Override
    protected int tokensLength() {
        return DecimalText.length(key);
    }

    @Override
    protected int copyTokens(byte[] target, int at) {
        return DecimalText.put(key, target, at);
    }

    @Override
    boolean hasKey(Reply reply) {
        return RowReader.hasKey(reply, opened(), key);
    }
}
