// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A read of the rows of one key, or of its range, with or without waiting. It throws what a read of a plan throws.
 *
 * @param key the values of all parts of a unique index; null to read the ranges
 * @param limit the most rows of all ranges
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeyRead(
        OpenLookup lookup, Index index, @Nullable Object @Nullable [] key, List<Range> ranges, int limit) {

    public List<@Nullable Object[]> now() {
        Table begun = lookup.bound().begin();
        List<@Nullable Object[]> rows = key != null
                ? ofKey(index.find(key))
                : isOneRange() ? values(index.range(ranges.get(0))) : ofRanges(lookup.read(ranges));
        lookup.bound().end(begun);
        return rows;
    }

    public CompletionStage<List<@Nullable Object[]>> later() {
        Table begun = lookup.bound().begin();
        CompletionStage<List<@Nullable Object[]>> read = key != null
                ? index.findAsync(key).thenApply(this::ofKey)
                : isOneRange()
                        ? index.rangeAsync(ranges.get(0)).thenApply(this::values)
                        : index.rangesAsync(ranges).thenApply(this::ofRanges);
        return read.thenApply(rows -> {
            lookup.bound().end(begun);
            return rows;
        });
    }

    private boolean isOneRange() {
        return ranges.size() == 1 && !lookup.choice().passesRows();
    }

    private List<@Nullable Object[]> ofKey(Optional<Row> row) {
        return row.isPresent() ? List.<@Nullable Object[]>of(lookup.values(row.get())) : List.of();
    }

    private List<@Nullable Object[]> ofRanges(List<Rows> found) {
        List<Row> rows = new ArrayList<>();
        for (Rows one : found) { // in order: the rows of a range that was cut come before those of the next
            rows.addAll(one.rows().subList(0, Math.min(one.rows().size(), limit - rows.size())));
        }
        return values(rows);
    }

    private List<@Nullable Object[]> values(List<Row> rows) {
        List<@Nullable Object[]> values = new ArrayList<>(rows.size());
        for (Row row : rows) {
            values.add(lookup.values(row));
        }
        RowOrder order = lookup.choice().sorted();
        if (order != null) {
            order.sort(values);
        }
        return values;
    }
}
