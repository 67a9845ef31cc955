// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A load, and the table that it reads. Every point differs from the first one in one property; those that are far
 * differ in the network, too.
 *
 * @param callers threads that load
 * @param bytes of a row
 * @param keys of a call
 * @param tables that a call joins
 * @param indexes that the calls use in turn, each of a table of its own
 * @param rows of a table
 * @param far whether each round trip takes 0.5 ms more
 */
record GrowthPoint(String name, int callers, int bytes, int keys, int tables, int indexes, int rows, boolean far) {

    private static final int MOST_ROWS = 100_000;

    /** So that each table fits into the buffer pool. */
    private static final int MOST_BYTES = 200_000_000;

    private static final GrowthPoint BASE = new GrowthPoint("callers 16", 16, 100, 1, 1, 1, MOST_ROWS, false);

    static final List<GrowthPoint> ALL = all();

    private static List<GrowthPoint> all() {
        List<GrowthPoint> all = new ArrayList<>(List.of(BASE));
        add(all, GrowthPoint::callers, 1, 4, 64, 256);
        add(all, GrowthPoint::bytes, 1_000, 10_000, 100_000);
        add(all, GrowthPoint::keys, 10, 100, 1_000);
        add(all, GrowthPoint::tables, 2, 4, 8, 12);
        add(all, GrowthPoint::indexes, 50, 250, 500);
        add(all, GrowthPoint::rows, 1_000, 1_000_000, 10_000_000);
        all.add(BASE.away());
        all.add(callers(1).away());
        all.add(callers(256).away());
        all.add(keys(100).away());
        all.add(tables(4).away());
        all.add(tables(12).away());
        return List.copyOf(all);
    }

    private static void add(List<GrowthPoint> all, IntFunction<GrowthPoint> point, int... values) {
        for (int value : values) {
            all.add(point.apply(value));
        }
    }

    private static GrowthPoint callers(int callers) {
        return new GrowthPoint("callers " + callers, callers, BASE.bytes, 1, 1, 1, MOST_ROWS, false);
    }

    private static GrowthPoint bytes(int bytes) {
        int rows = Math.min(MOST_ROWS, MOST_BYTES / bytes);
        return new GrowthPoint("row bytes " + bytes, BASE.callers, bytes, 1, 1, 1, rows, false);
    }

    private static GrowthPoint keys(int keys) {
        return new GrowthPoint("keys " + keys, BASE.callers, BASE.bytes, keys, 1, 1, MOST_ROWS, false);
    }

    private static GrowthPoint tables(int tables) {
        return new GrowthPoint("joined tables " + tables, BASE.callers, BASE.bytes, 1, tables, 1, MOST_ROWS, false);
    }

    private static GrowthPoint indexes(int indexes) {
        return new GrowthPoint("indexes " + indexes, BASE.callers, BASE.bytes, 1, 1, indexes, 1_000, false);
    }

    private static GrowthPoint rows(int rows) {
        return new GrowthPoint("table rows " + rows, BASE.callers, BASE.bytes, 1, 1, 1, rows, false);
    }

    private GrowthPoint away() {
        return new GrowthPoint("far, " + name, callers, bytes, keys, tables, indexes, rows, true);
    }

    String key() {
        return "growth_" + name.replaceAll("[ ,]+", "_");
    }
}
