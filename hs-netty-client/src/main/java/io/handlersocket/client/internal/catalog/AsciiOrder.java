// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.TextOrder;
import java.util.Set;

/**
 * Compares texts character by character.
 *
 * @param ranks the rank of each character among all weights, from {@link #FIRST} to {@link #LAST}; {@link #UNKNOWN} for
 *     one that is not covered
 * @param pairs pairs of characters that weigh something else than one after the other
 * @param padded whether the shorter text is compared as if spaces followed
 * @param compared how many characters the server certainly compares
 */
public record AsciiOrder(String ranks, Set<String> pairs, boolean padded, int compared) implements TextOrder {

    public static final char FIRST = ' ';
    public static final char LAST = '~';
    public static final char UNKNOWN = '\uffff';

    private static final int END = -1;

    public AsciiOrder {
        pairs = Set.copyOf(pairs);
    }

    @Override
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

    @Override
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
