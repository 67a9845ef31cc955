// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The primary key of a table as a connection has it open: with these columns, and these to compare. */
final class FakeIndex {

    private final FakeTable table;
    private final List<Integer> columns;
    private final List<Integer> filterColumns;

    private FakeIndex(FakeTable table, List<Integer> columns, List<Integer> filterColumns) {
        this.table = table;
        this.columns = columns;
        this.filterColumns = filterColumns;
    }

    /** Null if the table does not have all the columns. */
    static @Nullable FakeIndex open(FakeTable table, String columns, String filterColumns) {
        List<Integer> places = places(table, columns);
        List<Integer> filterPlaces = places(table, filterColumns);
        return places.contains(-1) || filterPlaces.contains(-1) ? null : new FakeIndex(table, places, filterPlaces);
    }

    private static List<Integer> places(FakeTable table, String names) {
        return names.isEmpty()
                ? List.of()
                : Stream.of(names.split(",", -1)).map(table::place).toList();
    }

    String answer(FakeFind find) throws FakeFind.Refused {
        for (FakeFind.Filter filter : find.filters()) {
            if (filter.column() >= filterColumns.size()) {
                throw new FakeFind.Refused("filterfld");
            }
        }
        if (find.key().isEmpty()) {
            throw new FakeFind.Refused("klen");
        }
        if (find.key().size() > table.keyParts()) {
            throw new FakeFind.Refused("kpnum");
        }
        StringBuilder line = new StringBuilder("0\t").append(columns.size());
        long offset = find.offset();
        long rows = 0;
        for (List<@Nullable String> row : candidates(find)) {
            FakeFind.@Nullable Filter failing = firstFailing(find, row);
            if (failing != null && failing.ends()) {
                break;
            }
            if (failing != null || offset-- > 0) {
                continue;
            }
            columns.forEach(place -> line.append('\t').append(Tokens.escaped(row.get(place))));
            if (++rows == find.limit()) {
                break;
            }
        }
        return line.append('\n').toString();
    }

    /** What the server looks at: all rows of the range, or the first one for each value of an IN. */
    private List<List<@Nullable String>> candidates(FakeFind find) {
        if (find.in() < 0) {
            return table.rows(find.operator(), find.key()).toList();
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String value : find.values()) {
            List<@Nullable String> key = new ArrayList<>(find.key());
            if (find.in() < key.size()) {
                key.set(find.in(), value);
            }
            table.rows(find.operator(), key).findFirst().ifPresent(rows::add);
        }
        return rows;
    }

    private FakeFind.@Nullable Filter firstFailing(FakeFind find, List<@Nullable String> row) {
        for (FakeFind.Filter filter : find.filters()) {
            if (!table.matches(row, filterColumns.get(filter.column()), filter.operator(), filter.value())) {
                return filter;
            }
        }
        return null;
    }
}
