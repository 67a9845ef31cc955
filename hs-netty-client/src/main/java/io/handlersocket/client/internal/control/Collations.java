// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.catalog.Collation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server how its collations compare text, and remembers the answers until {@link #forget()}. A name says too little:
 * {@code utf8mb4_0900_bin} pads on one patch level of a server and not on the next. Control thread only.
 */
final class Collations {

    private static final Logger LOG = LoggerFactory.getLogger(Collations.class);

    /** About 5 ms each, 20 ms on a busy machine. */
    private static final int AT_ONCE = 4;

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_]+");

    /**
     * The pages of Unicode that are asked about, 256 characters each: Latin with its control characters, Greek and accents,
     * punctuation and blanks, Kana. A test shows for each collation of a server that all characters give the same answers.
     */
    private static final int[] PAGES = {0x00, 0x03, 0x20, 0x30};

    /** Numbers from constants: a recursion can be limited by the server, and an engine of sequences can be missing. */
    private static final String NUMBERS = "WITH d AS (" + numbers(IntStream.range(0, 16)) + "), p AS ("
            + numbers(IntStream.of(PAGES)) + "), b AS (SELECT 16 * h.n + l.n AS n FROM d AS h, d AS l) ";

    /** A collation and the character set it is asked with. */
    record Asked(String charset, String collation) {}

    private final Map<String, Collation> known = new HashMap<>();

    private static String numbers(IntStream numbers) {
        return numbers.mapToObj(n -> "SELECT " + n + " AS n").collect(Collectors.joining(" UNION ALL "));
    }

    /** The next answers come from the server again, which may be another one. */
    void forget() {
        known.clear();
    }

    /**
     * Returns what is known of these collations, by name; asks for those that are not known.
     *
     * @return without those that the server did not answer for
     * @throws SQLException if the session broke
     */
    Map<String, Collation> of(SqlSession session, Set<Asked> wanted) throws SQLException {
        Set<Asked> distinct = new HashSet<>(wanted);
        distinct.removeIf(asked -> known.containsKey(asked.collation()));
        List<Asked> missing = distinct.stream().filter(Collations::isSafe).toList();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            askTogether(session, missing.subList(from, Math.min(missing.size(), from + AT_ONCE)));
        }
        return Map.copyOf(known);
    }

    /** Names become part of the statement's text. */
    private static boolean isSafe(Asked asked) {
        return SAFE.matcher(asked.charset()).matches()
                && SAFE.matcher(asked.collation()).matches();
    }

    /** One that the server refuses must not take the others with it. */
    private void askTogether(SqlSession session, List<Asked> asked) throws SQLException {
        if (!ask(session, asked) && asked.size() > 1) {
            for (Asked one : asked) {
                ask(session, List.of(one));
            }
        }
    }

    private boolean ask(SqlSession session, List<Asked> asked) throws SQLException {
        try {
            session.query(Collations::collation, statement(asked))
                    .forEach(collation -> known.put(collation.name(), collation));
            return true;
        } catch (SQLException e) {
            if (session.isLostBy(e)) {
                throw e;
            }
            if (asked.size() == 1) {
                LOG.warn(
                        "The server did not answer how collation {} compares text; lookups of its columns are left to SQL"
                                + " until the table is opened again",
                        asked.get(0).collation(),
                        e);
            }
            return false;
        }
    }

    private static String statement(List<Asked> asked) {
        return SqlSession.BRIEFLY
                + NUMBERS
                + asked.stream().map(Collations::question).collect(Collectors.joining(" UNION ALL "));
    }

    /**
     * A character that another one equals tells a collation that is not binary. A weight of no bytes, or of more than other
     * characters have, tells one that ignores or expands characters; one of two characters that is not those of both, one that
     * contracts them or weighs them twice. Where weights are the very bytes of the text, their number need not be the same. All single bytes are asked too, since a table may hold those that no character
     * of Unicode stands for; what is malformed becomes NULL or empty, as the SQL mode is.
     */
    private static String question(Asked asked) {
        String charset = " USING " + asked.charset() + ')';
        String collate = " COLLATE " + asked.collation();
        String a = "CONVERT(_latin1'a'" + charset;
        String weight = "WEIGHT_STRING(x" + collate + ')';
        String ofTwo = "WEIGHT_STRING(CONCAT(" + a + ", x)" + collate + ") <=> CONCAT(WEIGHT_STRING(" + a + collate
                + "), " + weight + ')';
        return "SELECT '" + asked.collation() + "', " + a + collate + " = CONVERT(_latin1'a '" + charset
                + ", COUNT(DISTINCT x" + collate + ") = COUNT(DISTINCT BINARY x)"
                + ", SUM(" + weight + " <=> BINARY x) = COUNT(*)"
                + ", MIN(LENGTH(" + weight + ")) = MAX(LENGTH(" + weight + ")) AND MIN(LENGTH(" + weight + ")) > 0"
                + " AND SUM(" + ofTwo + ") = COUNT(*)"
                + ", SUM(BINARY x <> BINARY CONVERT(_latin1' '" + charset + " AND CONCAT(" + a + ", x)" + collate
                + " = "
                + a + ") = 0"
                + " FROM (SELECT CONVERT(CHAR(256 * p.n + b.n USING utf32)" + charset + " AS x FROM p, b"
                + " UNION ALL SELECT CHAR(n" + charset + " FROM b) AS characters WHERE LENGTH(x) > 0";
    }

    private static Collation collation(ResultSet row) throws SQLException {
        boolean padded = row.getBoolean(2);
        boolean allDiffer = row.getBoolean(3);
        boolean weighsItsBytes = row.getBoolean(4);
        boolean weighsAlike = row.getBoolean(5);
        boolean oneBlank = row.getBoolean(6);
        boolean binary = allDiffer && oneBlank && (weighsItsBytes || weighsAlike);
        return new Collation(row.getString(1), true, padded, binary, binary || (weighsAlike && oneBlank));
    }
}
