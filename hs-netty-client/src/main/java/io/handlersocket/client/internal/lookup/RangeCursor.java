// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.protocol.LineBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range page by page: says what to ask for next, given what came.
 *
 * <p>Behind the last row of a page come first those that share its key, told apart by the primary key: for a primary key
 * {@code (p, q)} those with the same p and a greater q, then those with a greater p, each by a lookup of its own; then those
 * with a greater key. So each row that stays as it is comes once, whatever is inserted and deleted meanwhile: a number of rows
 * to skip would not do that. One page at a time, by one thread at a time.
 */
final class RangeCursor {

    private static final int FIRST_ROWS = 64;
    private static final int GROWTH = 4;

    /** What a page should be: a few packets for the network, a moment for the server's thread. */
    private static final int PAGE_BYTES = 256 * 1024;

    /**
     * How many rows with one key are read at most, give or take a page. The server passes by all that came, for each page anew: this many take it
     * some 50 ms of one of its threads.
     */
    static final int MAX_ROWS_OF_A_KEY = 100_000;

    /** Behind the rows with the same key. */
    private static final int GREATER = 0;

    private final Range range;
    private @Nullable List<String> suffix;
    private @Nullable Place last;
    private int phase;
    private int rows;
    private long rowsOfLastKey;
    private boolean done;

    RangeCursor(Range range) {
        this.range = range;
        this.rows = Math.min(FIRST_ROWS, range.limit());
    }

    boolean isDone() {
        return done;
    }

    /**
     * Where among the columns of a reply those are that order rows with equal keys.
     *
     * @throws RefusedException if the range cannot be continued, or not any more
     */
    int[] suffixColumns(Layout layout) {
        List<String> now = RangeOrder.suffix(layout, range);
        if (suffix != null && !suffix.equals(now)) {
            throw new RefusedException(layout + ": the primary key has changed while a range was read");
        }
        suffix = now;
        return now.stream().mapToInt(layout::filterColumn).toArray();
    }

    /**
     * The line of the next page.
     *
     * @param equal the bytes of the equal values
     * @throws RefusedException if too many rows have the key that the last page ended with
     */
    byte[] line(OpenedIndex opened, int[] suffixColumns, byte[][] equal) {
        Layout layout = opened.layout();
        Place after = last;
        if (after == null) {
            return Lines.range(opened, range.limit(rows), equal);
        }
        if (phase != GREATER && rowsOfLastKey >= MAX_ROWS_OF_A_KEY) {
            throw new RefusedException(
                    layout + ": more than about " + MAX_ROWS_OF_A_KEY + " rows of a range have one key, and the"
                            + " server would pass by all of them for each page: read them over SQL, or along an index with a further"
                            + " column that tells them apart");
        }
        boolean up = !range.isDescending();
        LineBuilder line = new LineBuilder(256).number(opened.wire().id());
        line.keyword(phase == GREATER ? (up ? ">" : "<") : (up ? "=" : "<="));
        line.number(after.key().size());
        after.key().forEach(line::value);
        line.number(rows).number(0);
        if (phase == GREATER) {
            greater(line, layout, equal);
        } else {
            sameKey(line, layout, after, suffixColumns, up);
        }
        Lines.filters(line, layout, range.filters());
        return line.line();
    }

    private void greater(LineBuilder line, Layout layout, byte[][] equal) {
        for (int i = 0; i < equal.length; i++) {
            Lines.condition(line, "W", Comparison.EQUAL, layout, layout.keyColumn(i), equal[i]);
        }
        if (range.from().isEmpty() && range.until().isEmpty()) {
            return;
        }
        if (range.isDescending()) {
            Lines.notNull(line, "W", layout, layout.keyCodec(equal.length));
        }
        range.until().ifPresent(until -> Lines.stop(line, layout, equal.length, until));
    }

    private void sameKey(LineBuilder line, Layout layout, Place after, int[] suffixColumns, boolean up) {
        for (int i = 0; !up && i < layout.keyParts(); i++) { // downwards the server does not stop at the end of a key
            line.keyword("W")
                    .keyword("=")
                    .number(layout.keyColumn(i))
                    .value(after.key().get(i));
        }
        for (int j = 0; j < phase; j++) {
            String comparison = j < phase - 1 ? "=" : up ? ">" : "<";
            line.keyword("F")
                    .keyword(comparison)
                    .number(suffixColumns[j])
                    .value(after.suffix().get(j));
        }
    }

    /**
     * What came for the last line.
     *
     * @throws ProtocolException if the server began again where it had been
     */
    void came(Page page, int keyParts) {
        Place first = page.first();
        Place end = page.last();
        if (first == null || end == null) {
            exhausted(keyParts);
            return;
        }
        if (last != null && phase == GREATER && first.hasKeyOf(last)) {
            throw new ProtocolException("the index does not move on behind a key");
        }
        boolean full = page.served() >= rows;
        rows = next(page);
        rowsOfLastKey = page.served() + (last != null && end.hasKeyOf(last) ? rowsOfLastKey : 0);
        last = end;
        if (full) {
            phase = end.suffix().size();
            done = phase == GREATER && range.equal().size() == keyParts;
        } else {
            exhausted(keyParts);
        }
    }

    private void exhausted(int keyParts) {
        if (last == null || phase == GREATER) {
            done = true;
        } else {
            phase--;
            done = phase == GREATER && range.equal().size() == keyParts; // none has another key
        }
    }

    private int next(Page page) {
        long fitting = Math.max(1, (long) PAGE_BYTES * page.served() / Math.max(1, page.bytes()));
        return (int) Math.min(Math.min(range.limit(), fitting), (long) rows * GROWTH);
    }
}
