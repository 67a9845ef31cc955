// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import io.handlersocket.client.UndecidableValueException;

/**
 * Sorts texts of printable ASCII characters as {@code ORDER BY} does under one collation, by weights that the server
 * reported. Immutable. Only the client implements this.
 */
public interface TextOrder {

    /**
     * Returns whether this order knows the weight of the text. It does not if the text contains a character outside of
     * {@code U+0020} to {@code U+007E}, or two adjacent characters that the collation weighs as one.
     */
    boolean covers(String text);

    /**
     * Compares two texts as {@code ORDER BY} does.
     *
     * @param left a {@linkplain #covers covered} text
     * @param right a covered text
     * @return less than 0, 0 or more than 0; 0 also for different texts that the collation holds equal
     * @throws UndecidableValueException if the texts differ only so late that the server may not compare them that far,
     *     because {@code max_sort_length} limits what it compares
     */
    int compare(String left, String right);
}
