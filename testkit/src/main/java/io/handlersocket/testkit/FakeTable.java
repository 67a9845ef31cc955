// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table of {@link FakeHandlerSocket}: columns of numbers and of bytes, and a primary key. All threads.
 *
 * <p>Inside, a value is a string of ISO-8859-1 that stands for the bytes of the wire, unescaped; null is NULL.
 */
public final class FakeTable {

    /** A column is a number if its declaration says INT; else it is compared byte by byte. */
    private record Column(String name, boolean number) {

        static Column of(String declaration) {
            String[] words = declaration.split(" ", 2);
            return new Column(
                    words[0],
                    words.length > 1 && words[1].toUpperCase(Locale.ROOT).contains("INT"));
        }
    }

    private final List<Column> columns;
    private final int keyParts;
    private final NavigableMap<List<@Nullable String>, List<@Nullable String>> rows =
            new ConcurrentSkipListMap<>(this::compareLeading);

    FakeTable(int keyParts, String... columns) {
        this.columns = Stream.of(columns).map(Column::of).toList();
        this.keyParts = keyParts;
    }

    /**
     * Puts a row into the table, or replaces the one with its key. Returns this table.
     *
     * @param values one for each column, in order: numbers, strings (stored as UTF-8), or null for NULL
     * @throws IllegalArgumentException if there are not as many values as columns
     */
    public FakeTable row(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values (expected " + columns.size() + ")");
        }
        List<@Nullable String> row = new ArrayList<>();
        for (Object value : values) {
            row.add(
                    value == null
                            ? null
                            : new String(
                                    value.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        rows.put(row.subList(0, keyParts), row);
        return this;
    }

    int keyParts() {
        return keyParts;
    }

    /** The place of a column, or -1. */
    int place(String column) {
        return columns.stream().map(Column::name).toList().indexOf(column);
    }

    /** The rows whose leading key parts compare so with these values, as an index walks over them. */
    Stream<List<@Nullable String>> rows(String operator, List<@Nullable String> key) {
        boolean backwards = operator.startsWith("<");
        return (backwards ? rows.descendingMap() : rows)
                .values().stream().filter(row -> holds(operator, compareLeading(row, key)));
    }

    /** Whether a value of a row compares so with another one; NULL lies below everything. */
    boolean matches(List<@Nullable String> row, int place, String operator, @Nullable String value) {
        return holds(operator, compare(columns.get(place), row.get(place), value));
    }

    private int compareLeading(List<@Nullable String> row, List<@Nullable String> key) {
        int result = 0;
        for (int i = 0; result == 0 && i < key.size(); i++) {
            result = compare(columns.get(i), row.get(i), key.get(i));
        }
        return result;
    }

    private static int compare(Column column, @Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return column.number() ? Long.compare(Long.parseLong(one), Long.parseLong(other)) : one.compareTo(other);
    }

    private static boolean holds(String operator, int comparison) {
        return switch (operator) {
            case "=" -> comparison == 0;
            case "!=" -> comparison != 0;
            case "<" -> comparison < 0;
            case "<=" -> comparison <= 0;
            case ">" -> comparison > 0;
            case ">=" -> comparison >= 0;
            default -> false;
        };
    }
}
