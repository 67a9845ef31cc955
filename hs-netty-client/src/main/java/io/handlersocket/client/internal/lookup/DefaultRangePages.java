// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads the pages of a range of one index; the cursor says where the next page begins. */
final class DefaultRangePages implements RangePages {

    private final LookupContext context;
    private final DefaultIndex index;
    private final Range range;
    private final boolean blocking;
    private final RangeCursor cursor;

    /** @param blocking whether the caller waits for each page; else pages arrive as stages do */
    DefaultRangePages(LookupContext context, DefaultIndex index, Range range, boolean blocking) {
        this.context = context;
        this.index = index;
        this.range = range;
        this.blocking = blocking;
        this.cursor = new RangeCursor(range);
    }

    @Override
    public boolean isDone() {
        return cursor.isDone();
    }

    @Override
    public CompletableFuture<List<Row>> next() {
        try {
            return read();
        } catch (HandlerSocketException e) {
            context.counters().failed().increment();
            return CompletableFuture.failedFuture(e);
        } catch (IllegalArgumentException e) { // a value that does not fit
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<List<Row>> read() {
        long now = System.nanoTime();
        LookupScope scope = index.use(now);
        OpenedIndex opened = scope.opened();
        int[] suffixColumns = cursor.suffixColumns(opened.layout());
        byte[][] equal = KeyEncoder.equal(opened.layout(), range);
        if (equal == null) {
            context.counters().answered(false);
            cursor.end();
            return CompletableFuture.completedFuture(List.of());
        }
        byte[] line = cursor.line(opened, suffixColumns, equal);
        RangeRequest request = new RangeRequest(scope, line, equal, suffixColumns, now);
        CompletableFuture<List<Row>> sent = context.send(request, blocking);
        return (blocking ? sent : context.stages().ofLookup(sent)).thenApply(rows -> {
            cursor.received(request.page(), opened.layout().keyParts());
            return rows;
        });
    }
}
