// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.Optional;

/** Describes how a collation compares text, as the server reports it. Immutable. Only the client implements this. */
public interface Collation {

    /** Returns the name in {@code information_schema.COLUMNS}, such as {@code utf8mb4_general_ci}. */
    String name();

    /**
     * Returns whether the server reported how the collation compares text. If not, the other methods return false, and
     * the client refuses lookups by columns of this collation.
     */
    boolean known();

    /** Returns whether comparisons ignore trailing spaces. */
    boolean padded();

    /** Returns whether different texts are never equal, except for trailing spaces. */
    boolean binary();

    /**
     * Returns whether every character has a weight of the same length and only a space equals a space, or the collation
     * is {@link #binary()}. Texts of different length are then never equal, except for trailing spaces.
     */
    boolean oneWeightEach();

    /**
     * Returns how the collation sorts texts of printable ASCII characters. Empty if the server did not report it, or if
     * the collation compares whole texts several times, for example first by letters, and then by accents and case.
     */
    Optional<TextOrder> textOrder();
}
