// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Rows;
import io.handlersocket.client.internal.concurrent.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Several ranges of one index, by lines that the server reads in one round. */
final class RangesRead {

    private RangesRead() {}

    static CompletableFuture<List<Rows>> send(
            LookupContext context, DefaultIndex index, List<Range> ranges, boolean blocking) {
        List<LookupRequest<?>> requests = new ArrayList<>(ranges.size());
        List<CompletableFuture<Rows>> results = new ArrayList<>(ranges.size());
        Objects.requireNonNull(ranges, "ranges: null (expected a list of ranges)");
        try {
            long now = System.nanoTime();
            View view = index.use(now);
            for (Range range : ranges) {
                Objects.requireNonNull(range, "ranges: a null element (expected none)");
                results.add(add(context, view, range, requests, now));
            }
            SnapshotRead.submit(context, requests, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
        return Stages.all(results, rows -> rows);
    }

    /** Adds the request of one range; what it found is known when that is answered. */
    private static CompletableFuture<Rows> add(
            LookupContext context, View view, Range range, List<LookupRequest<?>> requests, long nowNanos) {
        byte[][] equal = KeyEncoder.possible(view.layout(), range);
        if (equal == null) {
            context.counters().missed();
            return CompletableFuture.completedFuture(new Rows(List.of(), false));
        }
        byte[] line = Lines.range(view.opened(), range, equal);
        RangeRequest request = new RangeRequest(context, view, line, equal, nowNanos);
        requests.add(request);
        return request.result().thenApply(rows -> new Rows(rows, request.served() >= range.limit()));
    }
}
