// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import java.util.Locale;

/** Which property to look at, by what the client says is wrong. */
public final class Hints {

    private Hints() {}

    /** The hint; empty if the reason says enough. */
    public static String of(String reason) {
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("unauth")) {
            return "check handlersocket.secret";
        }
        // What SQL could not reach is no matter of HandlerSocket's endpoint.
        return lower.contains("connection refused") && !lower.contains("sql:")
                ? "check handlersocket.host / handlersocket.port"
                : "";
    }

    static String append(String reason) {
        String hint = of(reason);
        return hint.isEmpty() ? reason : reason + " (" + hint + ')';
    }
}
