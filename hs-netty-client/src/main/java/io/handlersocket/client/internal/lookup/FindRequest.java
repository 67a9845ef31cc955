// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.Optional;

/** Reads the row with a whole key. */
final class FindRequest extends LookupRequest<Optional<Row>> {

    /** @param key the tokens of the key, from {@link LookupLines#key} */
    FindRequest(LookupScope scope, byte[] key, long startNanos) {
        super(scope, key, startNanos);
    }

    @Override
    protected byte[] prefix() {
        return opened().fullKeyPrefix();
    }

    @Override
    Optional<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, opened());
        if (rows > 1) {
            throw new ProtocolException(opened() + ": " + rows + " rows (expected at most one)");
        }
        return rows == 1 && RowReader.hasKey(reply, opened(), tokens())
                ? Optional.of(RowReader.row(reply, opened(), 0))
                : Optional.empty();
    }

    @Override
    void count(Counters counters, Optional<Row> result) {
        counters.answered(result.isPresent());
    }
}
