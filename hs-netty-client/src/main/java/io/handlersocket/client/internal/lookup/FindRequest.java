// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.Optional;

/** Reads the one row with a key, and checks that the row the server sent has it. */
final class FindRequest extends LookupRequest<Optional<Row>> {

    FindRequest(LookupContext context, View view, byte[] line, long startNanos) {
        super(context, view, line, startNanos);
    }

    @Override
    Optional<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, view());
        if (rows > 1) {
            throw new ProtocolException(view().opened().wire() + ": " + rows + " rows (expected at most one)");
        }
        return rows == 1
                        && RowReader.hasKey(
                                reply, view(), line(), view().opened().fullKeyPrefix().length + 1)
                ? Optional.of(RowReader.row(reply, view(), 0))
                : Optional.empty();
    }

    @Override
    void count(Counters counters, Optional<Row> result) {
        if (result.isPresent()) {
            counters.found();
        } else {
            counters.missed();
        }
    }
}
