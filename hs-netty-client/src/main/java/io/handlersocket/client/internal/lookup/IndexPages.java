// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The pages of a range of one index. */
final class IndexPages implements RangePages {

    /** Sends a page's request over some connection. */
    interface Sender {
        CompletableFuture<Page> send(PageRequest request, long nowNanos);
    }

    private final LookupContext context;
    private final Range range;
    private final Supplier<View> views;
    private final Sender sender;
    private final RangeCursor cursor;

    /**
     * @param views what to look up in, asked once for each page
     * @param sender sends what is asked for
     */
    IndexPages(LookupContext context, Range range, Supplier<View> views, Sender sender) {
        this.context = context;
        this.range = range;
        this.views = views;
        this.sender = sender;
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
            context.counters().failed();
            return CompletableFuture.failedFuture(e);
        } catch (IllegalArgumentException e) { // a value that does not fit
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<List<Row>> read() {
        View view = views.get();
        int[] suffixColumns = cursor.suffixColumns(view.layout());
        byte[][] equal = KeyEncoder.possible(view.layout(), range);
        int keyParts = view.layout().keyParts();
        if (equal == null) {
            context.counters().missed();
            cursor.came(Page.EMPTY, keyParts);
            return CompletableFuture.completedFuture(List.of());
        }
        byte[] line = cursor.line(view.opened(), suffixColumns, equal);
        long now = System.nanoTime();
        return sender.send(new PageRequest(context, view, line, equal, suffixColumns, now), now)
                .thenApply(page -> {
                    cursor.came(page, keyParts);
                    return page.rows();
                });
    }
}
