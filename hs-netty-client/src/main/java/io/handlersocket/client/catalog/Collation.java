// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * A collation, and what the server answered when the client asked how it compares text.
 *
 * @param name exactly as {@code information_schema.COLUMNS} has it: {@code utf8mb4_general_ci}
 * @param known whether the server answered; if not, the other components are false and columns of it are left to SQL
 * @param padded whether trailing blanks do not count
 * @param binary whether different text is never equal but for trailing blanks
 * @param oneWeightEach whether every character weighs the same number of bytes and none but the blank equals a blank,
 *     or {@code binary} holds; texts of different length are then never equal but for trailing blanks
 */
public record Collation(String name, boolean known, boolean padded, boolean binary, boolean oneWeightEach) {

    /** Returns a collation of which only the name is known. */
    public static Collation unknown(String name) {
        return new Collation(name, false, false, false, false);
    }
}
