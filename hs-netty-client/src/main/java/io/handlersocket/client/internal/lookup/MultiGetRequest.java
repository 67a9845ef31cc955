// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.lookup.LookupContext.Counters;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of several one-part keys.
 *
 * <p>The server answers in the order of the keys and skips keys without a row. So each row belongs to the next key that
 * it equals. That needs keys whose equal values have equal bytes: numbers, dates and binary have them, text does not.
 */
final class MultiGetRequest extends LookupRequest<List<Optional<Row>>> {

    private static final int SHORT = 16;

    private final MultiKeys keys;

    MultiGetRequest(
            LookupContext context, OpenedIndex opened, MultiKeys keys, List<Range.Filter> filters, long startNanos) {
        super(context, opened, LookupLines.multiGet(opened, keys, filters), startNanos);
        this.keys = keys;
    }

    @Override
    public boolean isShort() {
        return keys.size() <= SHORT;
    }

    /** As that of as many finds, but two are always on their way: one is read while the server answers the other. */
    @Override
    int weight() {
        return Math.max(length(), Math.min(RequestWindow.MAX_BYTES / 2, keys.size() * RequestWindow.MAX_BYTES / 256));
    }

    @Override
    List<Optional<Row>> read(Reply reply) {
        ReplyLayout layout = opened().layout();
        ColumnCodec codec = layout.keyCodec(0);
        int columns = layout.columns().size();
        int rows = RowReader.rows(reply, opened());
        List<Optional<Row>> found = new ArrayList<>(keys.size());
        int next = 0;
        for (int i = 0; i < keys.size(); i++) {
            boolean hit = false;
            if (next < rows) {
                int token = RowReader.FIRST_VALUE + next * columns + layout.keyColumn(0);
                hit = keys.isAt(i, codec, reply.buffer(), reply.tokenFrom(token), reply.tokenTo(token));
            }
            found.add(hit ? Optional.of(RowReader.row(reply, opened(), next)) : Optional.empty());
            next += hit ? 1 : 0;
        }
        if (next < rows) {
            throw new ProtocolException(
                    opened() + ": a row with another " + codec.column().name() + " than those asked for");
        }
        return found;
    }

    @Override
    void count(Counters counters, List<Optional<Row>> result) {
        int found = 0;
        for (Optional<Row> row : result) {
            found += row.isPresent() ? 1 : 0;
        }
        counters.answered(found, result.size() - found);
    }
}
