// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** Columns that follow from the key and the version of a row, so that a mixture of two rows shows. */
public final class Mark {

    // Bytes that the protocol escapes, separates with or must pass on: two bytes in UTF-8 among them.
    private static final String SEPARATOR = "\t\u0001\n\u0000ü|";
    private static final int LONGEST = 8;

    private Mark() {}

    /** What the column {@code mark} of this version of the row holds. */
    public static long of(long key, long version) {
        long mixed = (key * 0x9e3779b97f4a7c15L) ^ (version * 0xc2b2ae3d27d4eb4fL);
        mixed = (mixed ^ (mixed >>> 31)) * 0xbf58476d1ce4e5b9L;
        return mixed ^ (mixed >>> 29);
    }

    /** What the column {@code body} holds beside this mark: at most 220 characters, of a length that varies. */
    public static String body(long mark) {
        return (mark + SEPARATOR).repeat(1 + (int) Math.floorMod(mark, (long) LONGEST));
    }

    /** The mark of a row as it was read; one that fits no row if the body does not belong to it. */
    public static long read(long mark, String body) {
        return body.equals(body(mark)) ? mark : ~mark;
    }
}
