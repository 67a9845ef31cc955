// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.ArrayList;
import java.util.List;

/** Reads one page of a range that goes on, and remembers where it ends. */
final class PageRequest extends LookupRequest<Page> {

    private final byte[][] equal;
    private final int[] suffixColumns;

    PageRequest(LookupContext context, View view, byte[] line, byte[][] equal, int[] suffixColumns, long startNanos) {
        super(context, view, line, startNanos);
        this.equal = equal;
        this.suffixColumns = suffixColumns;
    }

    @Override
    Page read(Reply reply) {
        int served = RowReader.rows(reply, view());
        if (served == 0) {
            return Page.EMPTY;
        }
        List<Row> rows = new ArrayList<>(served);
        for (int i = 0; i < served; i++) {
            if (RowReader.hasKey(reply, view(), i, equal)) {
                rows.add(RowReader.row(reply, view(), i));
            }
        }
        int lastToken = reply.tokens() - 1;
        return new Page(
                rows,
                served,
                reply.tokenTo(lastToken) - reply.tokenFrom(RowReader.FIRST_VALUE),
                Place.of(reply, view(), 0, suffixColumns),
                Place.of(reply, view(), served - 1, suffixColumns));
    }

    @Override
    void count(Counters counters, Page result) {
        if (result.rows().isEmpty()) {
            counters.missed();
        } else {
            counters.found();
        }
    }
}
