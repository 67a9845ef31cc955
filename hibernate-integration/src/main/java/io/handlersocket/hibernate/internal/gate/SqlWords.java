// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Locale;

/** Returns the words, names and punctuation of one SQL statement in order, without literals and comments. */
final class SqlWords {

    /** Text whose meaning depends on the session, or that starts another statement. */
    static final String UNSURE = "?unsure";

    private static final char QUOTE = '`';
    private static final String LITERAL = "'";

    /** Before a parenthesis, anything else may name a function: names may begin with a digit, a dot or a vowel sign. */
    private static final String PUNCTUATION = "(),+-*/%=<>!~^|&";

    private final String sql;
    private int at;
    private String name = "";
    private boolean afterBlank;

    SqlWords(String sql) {
        this.sql = sql;
    }

    /** Returns whether a token can name a function; in some sql_modes, so can a text in quotes or brackets. */
    static boolean mayBeName(String token) {
        return PUNCTUATION.indexOf(token.charAt(0)) < 0;
    }

    /** Returns the last token as written, without quotes, if it can be a name; otherwise empty. */
    String name() {
        return name;
    }

    /** Returns whether a blank or a comment stands before the last token. */
    boolean isAfterBlank() {
        return afterBlank;
    }

    /** Returns the next word in lower case or punctuation mark; empty at the end. */
    String next() {
        name = "";
        int end = at;
        skipBlanks();
        afterBlank = at > end;
        if (at >= sql.length()) {
            return "";
        }
        char c = sql.charAt(at);
        if (isWordPart(c)) {
            name = word();
            return isCut(name) ? UNSURE : name.toLowerCase(Locale.ROOT);
        }
        if (c == QUOTE) {
            return quotedName();
        }
        if (c == '\'' || c == '"') {
            return endOfQuoted(c) ? LITERAL : UNSURE;
        }
        if (c == '#' || sql.startsWith("/*", at) || sql.startsWith("--", at)) {
            // A comment to the end of the line, or one that MariaDB executes.
            return UNSURE;
        }
        at++;
        if (c == ';') {
            skipBlanks();
            return at >= sql.length() ? "" : UNSURE;
        }
        return String.valueOf(c);
    }

    /** Reads a quoted name with its qualifiers, such as {@code `game`.`player`} or {@code `game`.player}. */
    private String quotedName() {
        StringBuilder whole = new StringBuilder();
        while (true) {
            int start = at + 1;
            if (!endOfQuoted(QUOTE)) {
                return UNSURE;
            }
            whole.append(sql, start, at - 1);
            whole.append(sql.startsWith(".", at) ? word() : "");
            name = whole.toString();
            if (!sql.startsWith("`", at) || !name.endsWith(".")) {
                return isCut(name) ? UNSURE : QUOTE + name;
            }
        }
    }

    private String word() {
        int start = at;
        while (at < sql.length() && isWordPart(sql.charAt(at))) {
            at++;
        }
        return sql.substring(start, at);
    }

    /** Returns whether the word that ends here is only a part of a name: blanks may stand beside the dots of a name. */
    private boolean isCut(String word) {
        boolean number = word.length() > 1 && word.replace(".", "").chars().allMatch(Character::isDigit);
        boolean whole = sql.startsWith("*", at) || sql.startsWith("`", at);
        return !number && (word.startsWith(".") || (word.endsWith(".") && !whole));
    }

    private void skipBlanks() {
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at))) {
                at++;
            } else if (sql.startsWith("/*", at) && !isExecutable(at + 2)) {
                int end = sql.indexOf("*/", at + 2);
                at = end < 0 ? sql.length() : end + 2;
            } else {
                return;
            }
        }
    }

    /** Returns whether MariaDB executes this comment: {@code /*! … } or {@code /*M! … }. */
    private boolean isExecutable(int from) {
        return sql.startsWith("!", from) || sql.startsWith("M!", from);
    }

    /**
     * Skips the closing quote; false if it is absent, or if a backslash makes it depend on sql_mode.
     *
     * <p>With NO_BACKSLASH_ESCAPES, or between double quotes that ANSI_QUOTES makes a name, a backslash is a character
     * like any other. Otherwise it takes the next character with it. After a backslash and a character that is not the
     * quote, both readings are at the same place inside the literal; so they are after each pair of backslashes. Only a
     * backslash that is followed by the quote itself makes them differ.
     */
    private boolean endOfQuoted(char quote) {
        int end = at + 1;
        while (end < sql.length()) {
            char c = sql.charAt(end);
            if (c == '\\' && quote != QUOTE) {
                if (sql.startsWith(String.valueOf(quote), end + 1)) {
                    return false;
                }
                end += 2;
                continue;
            }
            end++;
            if (c == quote) {
                if (end >= sql.length() || sql.charAt(end) != quote) {
                    at = end;
                    return true;
                }
                end++;
            }
        }
        return false;
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@' || c == '.';
    }
}
