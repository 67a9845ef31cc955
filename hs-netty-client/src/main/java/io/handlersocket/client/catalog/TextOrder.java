// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import io.handlersocket.client.UndecidableValueException;
import java.util.Set;

/**
 * Sorts texts of printable ASCII characters as {@code ORDER BY} does under one collation, by weights that the server
 * reported. Immutable.
 *
 * @param ranks the rank of each character among all weights, from {@link #FIRST} to {@link #LAST}; {@link #UNKNOWN}
 *     if it is not covered
 * @param pairs pairs of characters that weigh something else than one after the other
 * @param padded whether the shorter text is compared as if spaces followed
 * @param compared how many characters the server certainly compares
 */
public record TextOrder(String ranks, Set<String> pairs, boolean padded, int compared) {

    /** The first character that has a rank. */
    public static final char FIRST = ' ';

    /** The last character that has a rank. */
    public static final char LAST = '~';

    /** The rank of a character that is not covered. */
    public static final char UNKNOWN = '\uffff';

    private static final int END = -1;

    public TextOrder {
        pairs = Set.copyOf(pairs);
    }

    /**
     * Returns whether this order knows the weight of the text. It does not if the text contains a character outside of
     * {@code U+0020} to {@code U+007E}, or two adjacent characters that the collation weighs as one.
     */
    public boolean covers(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST || c > LAST || ranks.charAt(c - FIRST) == UNKNOWN) {
                return false;
            }
        }
        return pairs.isEmpty() || !hasPair(text);
    }

    private boolean hasPair(String text) {
        for (int i = 1; i < text.length(); i++) {
            if (pairs.contains(text.substring(i - 1, i + 1))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Compares two texts as {@code ORDER BY} does.
     *
     * @param left a {@linkplain #covers covered} text
     * @param right a covered text
     * @return less than 0, 0 or more than 0; 0 also for different texts that the collation holds equal
     * @throws UndecidableValueException if the texts differ only so late that the server may not compare them that far,
     *     because {@code max_sort_length} limits what it compares
     */
    public int compare(String left, String right) {
        int length = Math.max(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            int order = Integer.compare(rank(left, i), rank(right, i));
            if (order != 0) {
                if (i >= compared) {
                    throw new UndecidableValueException("texts that differ only after " + compared
                            + " characters, which max_sort_length may keep the server from comparing");
                }
                return order;
            }
        }
        return 0;
    }

    private int rank(String text, int i) {
        if (i < text.length()) {
            return ranks.charAt(text.charAt(i) - FIRST);
        }
        return padded ? ranks.charAt(0) : END;
    }
}
