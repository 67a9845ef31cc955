// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import java.util.Locale;

/** Finds the property to check from the reason that the client gives. */
public final class Hints {

    private Hints() {}

    /** Returns the hint for this reason; empty if there is none. */
    public static String of(String reason) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("unauth")) {
            return "check handlersocket.secret, and handlersocket.port if it is set";
        }
        if (lower.contains("malformed reply")) {
            return "check handlersocket.port: something else answers there";
        }
        // A failed SQL connection is not a problem of HandlerSocket's host or port.
        return lower.contains("connection refused") && !lower.contains("sql:")
                ? "check handlersocket.host / handlersocket.port"
                : "";
    }

    /** Returns this reason, with its hint in brackets if there is one. */
    public static String append(String reason) {
        String hint = of(reason);
        return hint.isEmpty() ? reason : reason + " (" + hint + ')';
    }
}
