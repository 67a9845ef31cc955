// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Asks the server for the weights of the printable ASCII characters under a collation. */
final class AsciiWeights {

    /** A collation of several levels has more: it weighs almost no pair as its characters. */
    private static final int MAX_PAIRS = 1_000;

    /**
     * The least {@code max_sort_length} that a session can set, in bytes. The server counts a character with the most
     * bytes that one has in its character set.
     */
    private static final int SORTED_BYTES = 64;

    /** Numbers from constants: a server can limit recursion, and can lack the sequence engine. */
    private static final String NUMBERS = "WITH d AS ("
            + Collations.numbers(IntStream.range(0, 16))
            + "), b AS (SELECT CHAR(16 * h.n + l.n USING utf32) AS u FROM d AS h, d AS l WHERE 16 * h.n + l.n BETWEEN "
            + (int) TextOrder.FIRST + " AND " + (int) TextOrder.LAST + "), ";

    /**
     * A character, or two that weigh something else than one after the other; {@code second} is empty for one. A
     * character has a length in bytes, the most that one of its set has, a weight in hexadecimal digits, how a text
     * that ends with it compares with the same text without it, and whether a sort fills up a shorter text with the
     * weight of a space.
     */
    private record Answer(
            String first, String second, int bytes, int maxBytes, String weight, int end, boolean filled) {

        static Answer of(ResultSet row) throws SQLException {
            return new Answer(
                    row.getString(1),
                    Objects.requireNonNullElse(row.getString(2), ""), // NULL under EMPTY_STRING_IS_NULL
                    row.getInt(3),
                    row.getInt(4),
                    Objects.requireNonNullElse(row.getString(5), ""),
                    row.getInt(6),
                    row.getBoolean(7));
        }

        boolean isPair() {
            return !second.isEmpty();
        }

        int compareWeight(Answer other) {
            return Integer.signum(weight.compareTo(other.weight));
        }

        boolean isLike(Answer other) {
            return weight.length() == other.weight.length() && bytes == other.bytes;
        }
    }

    private AsciiWeights() {}

    /** Returns how the collation sorts; empty if its weights do not tell, or the server does not report them. */
    static Optional<TextOrder> ask(SqlSession session, CollationName asked) throws SQLException {
        return order(session.query(Answer::of, statement(asked)));
    }

    /** A character that the character set does not contain is left out: it would be that of another one. */
    private static String statement(CollationName asked) {
        String character = "CONVERT(u USING " + asked.charset() + ')';
        String collate = " COLLATE " + asked.collation();
        String a = "CONVERT(_latin1'a' USING " + asked.charset() + ')' + collate;
        return SqlSession.BRIEFLY + NUMBERS
                + "c AS (SELECT u, " + character + collate + " AS x, WEIGHT_STRING(" + character + collate
                + ") AS w FROM b WHERE HEX(CONVERT(" + character + " USING utf32)) = HEX(u))"
                + " SELECT CONVERT(u USING utf8mb4), '', LENGTH(x), (SELECT MAXLEN FROM"
                + " information_schema.CHARACTER_SETS WHERE CHARACTER_SET_NAME = '" + asked.charset() + "'), HEX(w),"
                + " STRCMP(CONCAT(" + a + ", x)" + collate + ", " + a + "), WEIGHT_STRING(" + a
                + " AS CHAR(2)) <=> CONCAT(WEIGHT_STRING(" + a + "), w) FROM c"
                + " UNION ALL (SELECT CONVERT(l.u USING utf8mb4), CONVERT(r.u USING utf8mb4), 0, 0, '', 0, 0"
                + " FROM c AS l, c AS r"
                + " WHERE (WEIGHT_STRING(CONCAT(l.x, r.x)" + collate + ") <=> CONCAT(l.w, r.w)) = 0"
                + " LIMIT " + MAX_PAIRS + ')';
    }

    private static Optional<TextOrder> order(List<Answer> answers) {
        Set<String> pairs = answers.stream()
                .filter(Answer::isPair)
                .map(pair -> pair.first() + pair.second())
                .collect(Collectors.toSet());
        Optional<Answer> blank = answers.stream()
                .filter(one -> !one.isPair()
                        && one.first().equals(" ")
                        && !one.weight().isEmpty())
                .findFirst();
        if (pairs.size() == MAX_PAIRS || blank.isEmpty() || blank.get().maxBytes() == 0) {
            return Optional.empty();
        }
        Answer space = blank.get();
        // A character without a weight, or with a longer one, shifts those that follow.
        List<Answer> alike = answers.stream()
                .filter(one -> !one.isPair() && one.isLike(space))
                .toList();
        boolean padded = space.end() == 0;
        int bytes = Math.max(space.maxBytes(), space.weight().length() / 2);
        if ((padded && !space.filled()) // as latin7_general_ci, which compares otherwise than it sorts
                || alike.stream().anyMatch(one -> one.end() != (padded ? one.compareWeight(space) : 1))) {
            return Optional.empty();
        }
        return Optional.of(new TextOrder(ranks(alike), pairs, padded, SORTED_BYTES / bytes));
    }

    private static String ranks(List<Answer> characters) {
        List<String> weights =
                characters.stream().map(Answer::weight).distinct().sorted().toList();
        char[] ranks = new char[TextOrder.LAST - TextOrder.FIRST + 1];
        Arrays.fill(ranks, TextOrder.UNKNOWN);
        for (Answer one : characters) {
            ranks[one.first().charAt(0) - TextOrder.FIRST] = (char) weights.indexOf(one.weight());
        }
        return new String(ranks);
    }
}
