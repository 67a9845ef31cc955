// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import org.jspecify.annotations.Nullable;

/** Whether a row is the one that was asked for. */
public final class Check {

    private Check() {}

    public static void row(int id, @Nullable String name, @Nullable String email, @Nullable Object created) {
        if (name == null || email == null || created == null || !endsWithNumber(name, id)) {
            throw new AssertionError("not the row " + id);
        }
    }

    /** Without building a string to compare with, which would cost each arm more than some of them need. */
    private static boolean endsWithNumber(String text, int number) {
        int at = text.length() - 1;
        int rest = number;
        do {
            if (at < 0 || text.charAt(at--) != '0' + rest % 10) {
                return false;
            }
            rest /= 10;
        } while (rest > 0);
        return text.charAt(at) == ' ';
    }
}
