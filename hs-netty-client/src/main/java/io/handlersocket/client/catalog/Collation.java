// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.Optional;

/**
 * Describes how a collation compares text, as the server reports it. Immutable.
 *
 * @param name the name in {@code information_schema.COLUMNS}, such as {@code utf8mb4_general_ci}
 * @param known whether the server reported how the collation compares text. If not, the other facts are false, and the
 *     client refuses lookups by columns of this collation
 * @param padded whether comparisons ignore trailing spaces
 * @param binary whether different texts are never equal, except for trailing spaces
 * @param oneWeightEach whether every character has a weight of the same length and only a space equals a space, or the
 *     collation is binary. Texts of different length are then never equal, except for trailing spaces
 * @param textOrder how the collation sorts texts of printable ASCII characters. Empty if the server did not report it,
 *     or if the collation compares whole texts several times, for example first by letters, and then by accents and
 *     case
 */
public record Collation(
        String name,
        boolean known,
        boolean padded,
        boolean binary,
        boolean oneWeightEach,
        Optional<TextOrder> textOrder) {

    /** A collation that only the database sorts by. */
    public Collation(String name, boolean known, boolean padded, boolean binary, boolean oneWeightEach) {
        this(name, known, padded, binary, oneWeightEach, Optional.empty());
    }
}
