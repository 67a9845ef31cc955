// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

/**
 * One thing that was looked at.
 *
 * @param what was expected
 * @param ok whether it was so
 * @param detail what was seen instead, or how much was looked at
 */
public record Verdict(String what, boolean ok, String detail) {

    static Verdict of(String what, Object expected, Object seen) {
        return new Verdict(what, expected.equals(seen), expected.equals(seen) ? "" : "saw " + seen);
    }
}
