// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.lookup.RangeRequest.RowPosition;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a range page by page, as the caller takes them: builds the line of the next page from the end of
 * the last one.
 *
 * <p>After the last row of a page come the rows with the same key, which the primary key tells apart: for a primary key
 * {@code (p, q)} those with the same p and a greater q, then those with a greater p, each by its own lookup. Then come
 * the rows with a greater key. So each row that does not change is read once, whatever is inserted and deleted
 * meanwhile; a number of rows to skip would not ensure that. One page at a time, one thread at a time.
 */
final class RangeCursor {

    private static final int FIRST_ROWS = 64;
    private static final int MOST_ROWS = 1_000;
    private static final int GROWTH = 4;

    /** The size of a page: a few packets for the network, a moment for the server's thread. */
    private static final int PAGE_BYTES = 256 * 1024;

    /**
     * The most rows with one key, plus or minus one page. For each page the server reads all earlier rows with the key
     * again; this many take one of its threads about 50 ms.
     */
    static final int MAX_ROWS_OF_A_KEY = 100_000;

    private final Range range;
    private @Nullable List<String> suffix;
    private @Nullable RowPosition last;

    /**
     * How many suffix columns the next page compares with the last row: the last of them is greater there, the others
     * are equal. With 0, the key itself is greater.
     */
    private int compared;

    private int rows;
    private int rowsRead;
    private long rowsOfLastKey;
    private boolean done;

    RangeCursor(Range range) {
        this.range = range;
        this.rows = fitting(FIRST_ROWS);
    }

    /** Returns the rows, as {@link io.handlersocket.client.Index#stream} does; once. */
    Stream<Row> rows(LookupContext context, DefaultIndex index) {
        Stream<Row> all = Stream.iterate(
                        Optional.of(List.<Row>of()), // nothing is read before the caller takes rows
                        Optional::isPresent,
                        before -> isDone() ? Optional.empty() : Optional.of(next(context, index)))
                .flatMap(page -> page.orElseThrow().stream());
        return range.hasLimit() ? all.limit(range.limit()) : all;
    }

    private List<Row> next(LookupContext context, DefaultIndex index) {
        DriverThread.refuseToWait("Index.stream", "rangeAsync");
        RangeRequest request;
        try {
            long now = context.nowNanos();
            OpenedIndex opened = index.use(now);
            int[] suffixColumns = suffixColumns(opened.layout());
            byte[][] equal = KeyEncoder.equal(opened.layout(), range);
            if (equal == null) {
                context.counters().answered(false);
                done = true;
                return List.of();
            }
            byte[] line = line(opened, suffixColumns, equal);
            request = new RangeRequest(context, opened, line, equal, suffixColumns, now);
            context.send(request, true);
        } catch (HandlerSocketException e) {
            context.counters().failed().increment();
            throw e;
        }
        List<Row> page = context.await(request, index);
        received(request.page(), request.opened().layout().keyParts());
        return page;
    }

    boolean isDone() {
        return done;
    }

    /**
     * The columns of a reply that order rows with equal keys; fails if they changed, or the range cannot be continued.
     */
    int[] suffixColumns(ReplyLayout layout) {
        List<String> now = RangeOrder.suffix(layout, range);
        if (suffix != null && !suffix.equals(now)) {
            throw new RefusedException(layout + ": the primary key has changed while a range was read");
        }
        suffix = now;
        return now.stream().mapToInt(layout::filterColumn).toArray();
    }

    /** The line of the next page; refuses it if too many rows have the key of the last row. */
    byte[] line(OpenedIndex opened, int[] suffixColumns, byte[][] equal) {
        ReplyLayout layout = opened.layout();
        RowPosition after = last;
        if (after == null) {
            return LookupLines.range(opened, range, rows, equal);
        }
        if (compared > 0 && rowsOfLastKey >= MAX_ROWS_OF_A_KEY) {
            throw new RefusedException(layout + ": more than about " + MAX_ROWS_OF_A_KEY
                    + " rows of a range have one key, and the server would read all of them again for each page;"
                    + " use SQL, or an index with a further column that tells them apart");
        }
        boolean up = !range.isDescending();
        String greater = up ? ">" : "<";
        LineBuilder line = new LineBuilder(256).number(opened.wire().id());
        line.keyword(compared == 0 ? greater : up ? "=" : "<=");
        line.number(after.key().size());
        after.key().forEach(line::value);
        line.number(rows).number(0);
        if (compared == 0) {
            untilEnd(line, layout, equal);
        } else {
            if (!up) { // downwards the server does not stop at the end of a key
                for (int part = 0; part < layout.keyParts(); part++) {
                    byte[] value = after.key().get(part);
                    line.condition(LookupLines.WHILE, "=", layout.keyColumn(part), value);
                }
            }
            for (int i = 0; i < compared; i++) {
                String comparison = i < compared - 1 ? "=" : greater;
                byte[] value = after.suffix().get(i);
                line.condition(LookupLines.FILTER, comparison, suffixColumns[i], value);
            }
        }
        LookupLines.filters(line, layout, range.filters());
        return line.line();
    }

    private void untilEnd(LineBuilder line, ReplyLayout layout, byte[][] equal) {
        LookupLines.whileEqual(line, layout, equal);
        if (range.isDescending() && (range.from().isPresent() || range.until().isPresent())) {
            LookupLines.notNull(line, LookupLines.WHILE, layout, layout.keyCodec(equal.length));
        }
        range.until().ifPresent(until -> LookupLines.until(line, layout, equal.length, until));
    }

    /** Continues after a page; fails if the server returned the last key again instead of a greater one. */
    void received(RangeRequest.Page page, int keyParts) {
        RowPosition first = page.first();
        RowPosition end = page.last();
        boolean full = page.served() >= rows;
        if (first != null && end != null) {
            if (last != null && compared == 0 && first.hasKeyOf(last)) {
                throw new ProtocolException("the server returned the rows of a key again, instead of those after it");
            }
            rowsRead += page.served();
            rows = nextRows(page);
            rowsOfLastKey = page.served() + (last != null && end.hasKeyOf(last) ? rowsOfLastKey : 0);
            last = end;
            if (full) {
                compared = end.suffix().size();
                done = compared == 0 && range.equal().size() == keyParts;
                return;
            }
        }
        if (last == null || compared == 0) {
            done = true;
        } else {
            compared--;
            done = compared == 0 && range.equal().size() == keyParts; // the range has no other key
        }
    }

    private int nextRows(RangeRequest.Page page) {
        long ofSize = (long) PAGE_BYTES * page.served() / Math.max(1, page.bytes());
        return fitting(Math.min(ofSize, (long) rows * GROWTH));
    }

    /** As many rows as this, but no more than a page has and the range still needs. */
    private int fitting(long wanted) {
        long most = Math.min(range.pageSize().orElse(MOST_ROWS), wanted);
        return (int) Math.max(1, range.hasLimit() ? Math.min(most, (long) range.limit() - rowsRead) : most);
    }
}
