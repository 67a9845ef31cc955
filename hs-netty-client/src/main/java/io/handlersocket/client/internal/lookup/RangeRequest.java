// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.ArrayList;
import java.util.List;

/** Reads one page of rows, and checks that their leading parts are those asked for. */
final class RangeRequest extends LookupRequest<List<Row>> {

    private final byte[][] equal;
    private int served;

    RangeRequest(LookupContext context, View view, byte[] line, byte[][] equal, long startNanos) {
        super(context, view, line, startNanos);
        this.equal = equal;
    }

    @Override
    List<Row> read(Reply reply) {
        int rows = RowReader.rows(reply, view());
        served = rows;
        List<Row> page = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            if (RowReader.hasKey(reply, view(), i, equal)) {
                page.add(RowReader.row(reply, view(), i));
            }
        }
        return page;
    }

    /** How many rows the server sent, those included that are not shown. Once this is done. */
    int served() {
        return served;
    }

    @Override
    void count(Counters counters, List<Row> result) {
        if (result.isEmpty()) {
            counters.missed();
        } else {
            counters.found();
        }
    }
}
