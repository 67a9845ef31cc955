// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.Optional;

/** Reads the row with a whole key. */
final class FindRequest extends LookupRequest<Optional<Row>> {

    FindRequest(LookupContext context, OpenedIndex index, byte[] line, long startNanos) {
        super(context, index, line, startNanos);
    }

    @Override
    Optional<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, opened());
        if (rows > 1) {
            throw new ProtocolException(opened() + ": " + rows + " rows (expected at most one)");
        }
        return rows == 1 && RowReader.hasKey(reply, opened(), line(), opened().fullKeyPrefix().length + 1)
                ? Optional.of(RowReader.row(reply, opened(), 0))
                : Optional.empty();
    }

    @Override
    void count(Counters counters, Optional<Row> result) {
        counters.answered(result.isPresent());
    }
}
