// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a table or column, without quotes.
 *
 * @param schema the schema; empty if the name has none
 */
public record SqlName(String schema, String name) {

    /** A word, plain or quoted. */
    static final String WORD = "(?:`([\\w$]+)`|([\\w$]+))";

    static final Pattern PATTERN = Pattern.compile("(?:" + WORD + "\\.)?" + WORD);

    /** Parses a text that is only a name; returns null if it is anything else. */
    public static @Nullable SqlName of(String text) {
        Matcher matcher = PATTERN.matcher(text);
        return matcher.matches() ? of(matcher) : null;
    }

    static SqlName of(Matcher matcher) {
        return new SqlName(word(matcher, 1), word(matcher, 3));
    }

    /** Returns what {@link #WORD} has matched; empty if it did not match. */
    static String word(Matcher matcher, int group) {
        String quoted = matcher.group(group);
        String plain = matcher.group(group + 1);
        return quoted != null ? quoted : plain == null ? "" : plain;
    }
}
