// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table and how it is read. The base point is {@link #BASE}; every other one differs from it in one property.
 *
 * @param columns text columns besides the id, all of which are read
 * @param width characters of each of them
 * @param keys ids asked for are below this; more than there are rows: misses
 * @param writers threads that update rows over SQL meanwhile
 */
record Point(String name, String engine, int columns, int width, int rows, int keys, int writers) {

    static final Point BASE = new Point("base", "InnoDB", 3, 30, 100_000, 100_000, 0);

    static final List<Point> ALL = List.of(
            BASE,
            new Point("1 column", "InnoDB", 1, 30, 100_000, 100_000, 0),
            new Point("50 columns", "InnoDB", 50, 30, 50_000, 50_000, 0),
            new Point("10 kB rows", "InnoDB", 3, 3_400, 10_000, 10_000, 0),
            new Point("hot keys", "InnoDB", 3, 30, 100_000, 100, 0),
            new Point("half misses", "InnoDB", 3, 30, 100_000, 200_000, 0),
            new Point("with a writer", "InnoDB", 3, 30, 100_000, 100_000, 1),
            new Point("MyISAM", "MyISAM", 3, 30, 100_000, 100_000, 0),
            new Point("Aria", "Aria", 3, 30, 100_000, 100_000, 0));

    /** On a server that loads the engine. */
    static final Point MYROCKS = new Point("MyRocks", "ROCKSDB", 3, 30, 100_000, 100_000, 0);

    /** On a server whose buffer pool holds a small part of it. */
    static final Point SMALL_POOL = new Point("small buffer pool", "InnoDB", 3, 300, 200_000, 200_000, 0);

    /** The same by another name. */
    Point as(String other) {
        return new Point(other, engine, columns, width, rows, keys, writers);
    }

    String table() {
        return "axis_" + name.replaceAll("[ =]", "_").toLowerCase(Locale.ROOT);
    }

    List<String> names() {
        return IntStream.range(0, columns).mapToObj(i -> "c" + i).toList();
    }

    List<String> statements() {
        String declared = names().stream()
                .map(name -> name + " VARCHAR(" + width + ") CHARACTER SET latin1")
                .collect(Collectors.joining(", "));
        String values = names().stream()
                .map(name -> "RPAD(CONCAT(seq, ' '), " + width + ", 'x')")
                .collect(Collectors.joining(", "));
        return List.of(
                "DROP TABLE IF EXISTS " + table(),
                "CREATE TABLE " + table() + " (id INT PRIMARY KEY, " + declared + ") ENGINE=" + engine,
                "INSERT INTO " + table() + " SELECT seq, " + values + " FROM seq_0_to_" + (rows - 1),
                "ANALYZE TABLE " + table());
    }
}
