// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultCollation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server how its collations compare text, and remembers the answers until {@link #forget()}. A name says too
 * little: {@code utf8mb4_0900_bin} pads on one patch level of a server and not on the next. Control thread only.
 */
public final class Collations {

    private static final Logger LOG = LoggerFactory.getLogger(Collations.class);

    /** 15 to 25 ms each on a machine of two busy cores. */
    private static final int AT_ONCE = 4;

    /** A server that did not answer in time is busy, and asked again later. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int STATEMENT_TIMEOUT = 1969;

    private static final String OF_TABLE = SqlSession.NO_WAIT
            + "SELECT DISTINCT CHARACTER_SET_NAME, COLLATION_NAME FROM information_schema.COLUMNS"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLLATION_NAME IS NOT NULL";

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_]+");

    /**
     * The pages of Unicode that are asked about, 256 characters each: Latin with its control characters, Greek and
     * accents, punctuation and blanks, Kana. A test shows for each collation of a server that all characters give the
     * same answers.
     */
    private static final int[] PAGES = {0x00, 0x03, 0x20, 0x30};

    /** Numbers from constants: a recursion can be limited by the server, and an engine of sequences can be missing. */
    private static final String NUMBERS = "WITH d AS (" + numbers(IntStream.range(0, 16)) + "), p AS ("
            + numbers(IntStream.of(PAGES)) + "), b AS (SELECT 16 * h.n + l.n AS n FROM d AS h, d AS l) ";

    /** A collation and the character set it is asked with. */
    public record Asked(String charset, String collation) {}

    private final Map<String, Collation> known = new HashMap<>();
    private final Map<String, Long> failedNanos = new HashMap<>();
    private String server = "";

    private static String numbers(IntStream numbers) {
        return numbers.mapToObj(n -> "SELECT " + n + " AS n").collect(Collectors.joining(" UNION ALL "));
    }

    /** Forgets what another server, or an earlier start of it, has answered; the identity tells them apart. */
    public void startedAs(String identity) {
        if (!identity.equals(server)) {
            forget();
            server = identity;
        }
    }

    /** The next answers come from the server again, which may be another one. */
    public void forget() {
        known.clear();
    }

    /** What the server answered for this collation; null if it did not, or was not asked. */
    @Nullable
    public Collation of(String name) {
        return known.get(name);
    }

    /**
     * Asks how the collations of these tables compare, as far as that is not known. Nobody waits for the answers while
     * SQL holds a table, so this comes before.
     *
     * @throws SQLException if the session broke
     */
    public void prepare(SqlSession session, Collection<TableName> tables) throws SQLException {
        Set<Asked> wanted = new LinkedHashSet<>();
        for (TableName table : tables) {
            try {
                wanted.addAll(session.query(
                        row -> new Asked(String.valueOf(row.getString(1)), row.getString(2)),
                        OF_TABLE,
                        table.schema(),
                        table.table()));
            } catch (SQLException e) {
                if (session.isLostBy(e)) {
                    throw e;
                }
                LOG.debug("{}: its collations are not known: {}", table, e.getMessage()); // whoever opens it says why
            }
        }
        ask(session, wanted);
    }

    /** Asks for those of these that are not known. */
    void ask(SqlSession session, Set<Asked> wanted) throws SQLException {
        long now = System.nanoTime();
        failedNanos.values().removeIf(since -> now - since > AGAIN_NANOS);
        List<Asked> missing = wanted.stream()
                .filter(asked -> !known.containsKey(asked.collation()) && !failedNanos.containsKey(asked.collation()))
                .filter(Collations::isSafe)
                .toList();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            List<Asked> some = missing.subList(from, Math.min(missing.size(), from + AT_ONCE));
            if (!askTogether(session, some)) {
                missing.subList(from, missing.size()).forEach(asked -> failedNanos.put(asked.collation(), now));
                return; // the thread that asks has a guard to look after
            }
        }
    }

    /** Names become part of the statement's text. */
    private static boolean isSafe(Asked asked) {
        return SAFE.matcher(asked.charset()).matches()
                && SAFE.matcher(asked.collation()).matches();
    }

    /** False if the server is too busy to answer. */
    private boolean askTogether(SqlSession session, List<Asked> asked) throws SQLException {
        try {
            session.query(Collations::collation, statement(asked))
                    .forEach(collation -> known.put(collation.name(), collation));
            return true;
        } catch (SQLException e) {
            if (session.isLostBy(e)) {
                throw e;
            }
            if (e.getErrorCode() == STATEMENT_TIMEOUT) {
                warn(asked, e);
                return false;
            }
            if (asked.size() == 1) {
                warn(asked, e);
                failedNanos.put(asked.get(0).collation(), System.nanoTime());
                return true;
            }
        }
        for (Asked one : asked) { // one that the server refuses must not take the others with it
            if (!askTogether(session, List.of(one))) {
                return false;
            }
        }
        return true;
    }

    private static void warn(List<Asked> asked, SQLException e) {
        LOG.warn(
                "The server did not answer how {} compares text ({}): lookups by columns of it are left to SQL until their"
                        + " tables are opened again",
                asked.stream().map(Asked::collation).toList(),
                e.getMessage());
    }

    private static String statement(List<Asked> asked) {
        return SqlSession.BRIEFLY
                + NUMBERS
                + asked.stream().map(Collations::question).collect(Collectors.joining(" UNION ALL "));
    }

    /**
     * A character that another one equals tells a collation that is not binary. A weight of no bytes, or of more than
     * other characters have, tells one that ignores or expands characters; one of two characters that is not those of
     * both, one that contracts them or weighs them twice. Where weights are the very bytes of the text, their number
     * need not be the same. All single bytes are asked too, since a table may hold those that no character of Unicode
     * stands for; what is malformed becomes NULL or empty, as the SQL mode is.
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
        return new DefaultCollation(row.getString(1), true, padded, binary, binary || (weighsAlike && oneBlank));
    }
}
