// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a literal ends depends on sql_mode, unless each backslash leaves that open. */
class LiteralEndTest {

    private static final String ALPHABET = "'\"\\`a ";
    private static final int LONGEST = 6;

    private static boolean isRead(String sql) {
        return new SqlKinds(name -> TableKind.BASE).of(sql) == SqlKind.READ;
    }

    /** Returns all texts of the alphabet of at most this length. */
    static List<String> texts(String alphabet, int longest) {
        List<String> all = new ArrayList<>(List.of(""));
        for (int from = 0, length = 1; length <= longest; length++) {
            int end = all.size();
            for (int i = from; i < end; i++) {
                for (int at = 0; at < alphabet.length(); at++) {
                    all.add(all.get(i) + alphabet.charAt(at));
                }
            }
            from = end;
        }
        return all;
    }

    /**
     * Returns the text with each literal and quoted name replaced by a mark.
     *
     * @param escapes whether a backslash takes the next character with it
     */
    private static String outside(String sql, boolean escapes) {
        StringBuilder outside = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (quote == 0) {
                quote = c == '\'' || c == '"' || c == '`' ? c : 0;
                outside.append(quote == 0 ? c : '?');
            } else if (c == '\\' && escapes && quote != '`') {
                i++;
            } else if (c == quote) {
                boolean twice = i + 1 < sql.length() && sql.charAt(i + 1) == quote;
                i += twice ? 1 : 0;
                quote = twice ? quote : 0;
            }
        }
        return quote == 0 ? outside.toString() : "open";
    }

    @Test
    void whatIsTakenForAReadEndsAlikeInEveryMode() {
        endsAlike(LONGEST, 500);
    }

    @Test
    @Tag("exhaustive")
    void whatIsLongerEndsAlikeInEveryMode() {
        endsAlike(LONGEST + 1, 5_000);
    }

    /** @param atLeast of these there are more than this among the texts */
    private static void endsAlike(int longest, int atLeast) {
        int withBackslash = 0;
        int differing = 0;
        for (String text : texts(ALPHABET, longest)) {
            String sql = "select " + text + " from t";
            String escaped = outside(sql, true);
            String plain = outside(sql, false);
            if (isRead(sql)) {
                assertThat(escaped).as(sql).isNotEqualTo("open").isEqualTo(plain);
                withBackslash += text.indexOf('\\') < 0 ? 0 : 1;
            } else if (!escaped.equals(plain)) {
                differing++;
            }
        }
        assertThat(withBackslash).isGreaterThan(atLeast);
        assertThat(differing).isGreaterThan(atLeast);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select id from t where name like ? escape '\\\\'",
                "select id from t where name like ? escape \"\\\\\" and a='b'",
                "select 'a\\\\', '\\\\\\\\', '\\\\''\\\\', \"'\\\\'\" from t",
                "select 'line\\nbreak', '100\\%', \"it\\'s\", 'said \\\"so\\\"' from t"
            })
    void backslashesThatLeaveTheEndAlone(String sql) {
        assertThat(isRead(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'it\\'s' from t",
                "select '\\' from t",
                "select '\\\\\\' from t",
                "select '\\\\\\'' from t",
                "select \"\\\" from t",
                "select 'a\\' for update -- '",
                "select 'a\\'' from t"
            })
    void backslashesThatMoveTheEnd(String sql) {
        assertThat(isRead(sql)).isFalse();
    }
}
