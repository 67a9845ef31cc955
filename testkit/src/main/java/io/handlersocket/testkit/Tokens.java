// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import org.jspecify.annotations.Nullable;

/** The tokens of a line, one after the other; behind the last there are empty ones, as for the server. */
final class Tokens {

    private final String[] tokens;
    private int next;

    /**
     * Cuts a line.
     *
     * @param line without its LF; one CR before that is dropped
     */
    Tokens(String line) {
        tokens = (line.endsWith("\r") ? line.substring(0, line.length() - 1) : line).split("\t", -1);
    }

    boolean hasNext() {
        return next < tokens.length;
    }

    String peek() {
        return hasNext() ? tokens[next] : "";
    }

    String next() {
        String token = peek();
        next++;
        return token;
    }

    long nextNumber() {
        return number(next());
    }

    /** The bytes a token stands for, or null for NULL. */
    @Nullable
    String nextValue() {
        String token = next();
        return token.equals("\0") ? null : unescaped(token);
    }

    /** What the server takes a token for: digits count, anything else does not, and 32 bits are kept. */
    static long number(String token) {
        long number = 0;
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (c >= '0' && c <= '9') {
                number = (number * 10 + c - '0') & 0xffffffffL;
            }
        }
        return number;
    }

    static String unescaped(String token) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            value.append(c == 1 && i + 1 < token.length() ? (char) (token.charAt(++i) - 0x40) : c);
        }
        return value.toString();
    }

    static String escaped(@Nullable String value) {
        if (value == null) {
            return "\0";
        }
        StringBuilder token = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x10) {
                token.append('\u0001').append((char) (c + 0x40));
            } else {
                token.append(c);
            }
        }
        return token.toString();
    }
}
