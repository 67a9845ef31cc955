// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * Describes a collation, and how the server says that it compares text. Only the client implements this.
 *
 * @since 0.1
 */
public interface Collation {

    /** Returns the name as {@code information_schema.COLUMNS} has it, such as {@code utf8mb4_general_ci}. */
    String name();

    /**
     * Returns whether the server said how it compares text. If not, the other methods return false, and lookups by
     * columns of this collation are refused.
     */
    boolean known();

    /** Returns whether trailing blanks are ignored. */
    boolean padded();

    /** Returns whether different texts are never equal, except for trailing blanks. */
    boolean binary();

    /**
     * Returns whether every character weighs the same number of bytes and only the blank equals a blank, or the
     * collation is {@link #binary()}. Texts of different length are then never equal, except for trailing blanks.
     */
    boolean oneWeightEach();
}
