// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

/**
 * One thing that was looked at.
 *
 * @param what was expected
 * @param ok whether it was so
 * @param detail what was seen instead, or how much was looked at
 * @param safety why the client is safe although it was not so; empty if it was, or if the difference is not known
 */
public record Verdict(String what, boolean ok, String detail, String safety) {

    /** A verdict that needs no explanation, or has none. */
    public Verdict(String what, boolean ok, String detail) {
        this(what, ok, detail, "");
    }

    /** Returns whether all is as expected, or differs in a way that the client is safe from. */
    public boolean isSafe() {
        return ok || !safety.isEmpty();
    }

    static Verdict of(String what, Object expected, Object seen) {
        return new Verdict(what, expected.equals(seen), expected.equals(seen) ? "" : "saw " + seen);
    }
}
