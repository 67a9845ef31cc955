// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

/** What the tables hold: every value follows from its key and revision, so that every answer can be judged. */
final class Rows {

    static final int ITEMS = 3_000;
    static final int ITEMS_OF_A_SLOT = 5;
    static final int DRAFTS = 500;

    private Rows() {}

    static int slot(int item) {
        return item / ITEMS_OF_A_SLOT;
    }

    /** Of many lengths, so that a torn or shifted reply cannot pass. */
    static String text(String kind, int key, long revision) {
        String letter = String.valueOf((char) ('a' + (key + revision) % 26));
        return kind + "-" + key + "-" + revision + "-" + letter.repeat((int) ((key * 7L + revision) % 120));
    }

    /** The same in SQL. */
    static String sqlText(String kind, String key, String revision) {
        return "CONCAT('" + kind + "-', " + key + ", '-', " + revision + ", '-', REPEAT(CHAR(97 + (" + key + " + "
                + revision + ") % 26 USING utf8mb4), (" + key + " * 7 + " + revision + ") % 120))";
    }
}
