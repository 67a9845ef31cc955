// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.DriverThread;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a range page by page, as the caller takes them; the cursor says where the next page begins. */
record RangePages(LookupContext context, DefaultIndex index, Range range, RangeCursor cursor) {

    /** Returns the rows, as {@link io.handlersocket.client.Index#stream} does; once. */
    Stream<Row> rows() {
        Stream<Row> rows = Stream.iterate(
                        Optional.of(List.<Row>of()), // nothing is read before the caller takes rows
                        Optional::isPresent,
                        before -> cursor.isDone() ? Optional.empty() : Optional.of(next()))
                .flatMap(page -> page.orElseThrow().stream());
        return range.hasLimit() ? rows.limit(range.limit()) : rows;
    }

    private List<Row> next() {
        DriverThread.refuseToWait("Index.stream", "rangeAsync");
        RangeRequest request;
        try {
            request = request();
        } catch (HandlerSocketException e) {
            context.counters().failed().increment();
            throw e;
        }
        if (request == null) {
            context.counters().answered(false);
            cursor.end();
            return List.of();
        }
        List<Row> rows = context.await(request, index);
        cursor.received(request.page(), request.opened().layout().keyParts());
        return rows;
    }

    /** Sends the request of the next page; returns null if no row can match. */
    private @Nullable RangeRequest request() {
        long now = context.nowNanos();
        OpenedIndex opened = index.use(now);
        int[] suffixColumns = cursor.suffixColumns(opened.layout());
        byte[][] equal = KeyEncoder.equal(opened.layout(), range);
        if (equal == null) {
            return null;
        }
        byte[] line = cursor.line(opened, suffixColumns, equal);
        RangeRequest request = new RangeRequest(context, opened, line, equal, suffixColumns, now);
        context.send(request, true);
        return request;
    }
}
