// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

/**
 * What is known of a collation by its name; nothing is compared here.
 *
 * @param binary whether it compares code points, so that different text is never equal but for trailing blanks
 * @param padded whether trailing blanks do not count
 * @param oneWeightEach whether every character weighs the same number of bytes and none but the blank equals a blank, so
 *     that texts of different length are never equal (verified for all of them by a test)
 */
record Collation(boolean binary, boolean padded, boolean oneWeightEach) {

    static Collation of(String name) {
        boolean binary = name.endsWith("_bin");
        return new Collation(
                binary,
                !name.contains("_nopad_"),
                binary
                        || switch (name) {
                            case "latin1_swedish_ci",
                                    "latin1_swedish_nopad_ci",
                                    "latin1_german1_ci",
                                    "latin1_danish_ci" -> true;
                            // Here a no-break space or a back-tick equals a blank.
                            case "cp1250_general_ci", "koi8u_general_ci" -> false;
                            default -> name.contains("_general_");
                        });
    }
}
