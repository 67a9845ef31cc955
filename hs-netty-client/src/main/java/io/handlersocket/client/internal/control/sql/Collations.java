// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.catalog.TextOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server how its collations compare text, and keeps the answers until {@link #forget()}. The name alone does
 * not tell how: {@code utf8mb4_0900_bin} pads on one patch level of a server and not on the next. Control thread only.
 */
public final class Collations {

    private static final Logger LOG = LoggerFactory.getLogger(Collations.class);

    /** Each takes 15 to 25 ms on two busy cores. */
    private static final int AT_ONCE = 4;

    /** A server that did not answer in time is busy: ask it again after this time. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int STATEMENT_TIMEOUT = 1969;

    private static final String OF_TABLE = SqlSession.NO_WAIT
            + "SELECT DISTINCT CHARACTER_SET_NAME, COLLATION_NAME FROM information_schema.COLUMNS"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COLLATION_NAME IS NOT NULL";

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_]+");

    /**
     * The Unicode pages of 256 characters that are asked about: Latin with control characters, Greek and accents,
     * punctuation and spaces, Kana. A test shows for each collation of a server that all characters together give the
     * same answers.
     */
    private static final int[] PAGES = {0x00, 0x03, 0x20, 0x30};

    /** Numbers from constants: a server can limit recursion, and can lack the sequence engine. */
    private static final String NUMBERS = "WITH d AS (" + numbers(IntStream.range(0, 16)) + "), p AS ("
            + numbers(IntStream.of(PAGES)) + "), b AS (SELECT 16 * h.n + l.n AS n FROM d AS h, d AS l) ";

    public record CollationName(String charset, String collation) {}

    private final Map<String, Collation> known = new HashMap<>();
    private final Map<String, Long> failedNanos = new HashMap<>();
    private final LongSupplier nanoTime;
    private String server = "";

    public Collations(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    static String numbers(IntStream numbers) {
        return numbers.mapToObj(n -> "SELECT " + n + " AS n").collect(Collectors.joining(" UNION ALL "));
    }

    /** Forgets the answers of another server, or of an earlier start; the identity tells them apart. */
    public void forgetUnlessFrom(String identity) {
        if (!identity.equals(server)) {
            forget();
            server = identity;
        }
    }

    /** Forgets all answers: the next server may be another one. */
    public void forget() {
        known.clear();
    }

    /** Returns the server's answer for this collation; {@linkplain Collation#known() unknown} if there is no answer. */
    Collation of(String name) {
        return known.getOrDefault(name, new Collation(name, false, false, false, false));
    }

    /** Asks about unknown collations of these tables. Call this before a hold, because a hold must be short. */
    public void prepare(SqlSession session, Collection<TableName> tables) throws SQLException {
        Set<CollationName> wanted = new LinkedHashSet<>();
        for (TableName table : tables) {
            try {
                wanted.addAll(session.query(
                        row -> new CollationName(String.valueOf(row.getString(1)), row.getString(2)),
                        OF_TABLE,
                        table.schema(),
                        table.table()));
            } catch (SQLException e) {
                session.throwIfLost(e);
                LOG.debug("{}: no answer about its collations: {}", table, e.getMessage()); // the opening reports it
            }
        }
        ask(session, wanted);
    }

    void ask(SqlSession session, Set<CollationName> wanted) throws SQLException {
        long now = nanoTime.getAsLong();
        failedNanos.values().removeIf(since -> now - since > AGAIN_NANOS);
        List<CollationName> missing = wanted.stream()
                .filter(asked -> !known.containsKey(asked.collation()) && !failedNanos.containsKey(asked.collation()))
                .filter(Collations::isSafe)
                .toList();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            List<CollationName> some = missing.subList(from, Math.min(missing.size(), from + AT_ONCE));
            if (!askTogether(session, some)) {
                missing.subList(from, missing.size()).stream()
                        .map(CollationName::collation)
                        .filter(asked -> !known.containsKey(asked))
                        .forEach(asked -> failedNanos.put(asked, now));
                return; // or the guard is late
            }
        }
    }

    /** The names become part of a statement. */
    private static boolean isSafe(CollationName asked) {
        return SAFE.matcher(asked.charset()).matches()
                && SAFE.matcher(asked.collation()).matches();
    }

    /** Returns false if the server is too busy to answer. */
    private boolean askTogether(SqlSession session, List<CollationName> asked) throws SQLException {
        try {
            List<Collation> answers = session.query(Collations::collation, statement(asked));
            answers.forEach(answer -> known.put(answer.name(), answer));
            for (CollationName name : asked) {
                if (known.containsKey(name.collation()) && !askOrder(session, name)) {
                    return false; // with one more question, the guard could be late
                }
            }
            return true;
        } catch (SQLException e) {
            session.throwIfLost(e);
            if (e.getErrorCode() == STATEMENT_TIMEOUT) {
                warn(asked, e);
                return false;
            }
            if (asked.size() == 1) {
                warn(asked, e);
                failedNanos.put(asked.get(0).collation(), nanoTime.getAsLong());
                return true;
            }
        }
        for (CollationName one : asked) { // one that the server refuses must not hide the others
            if (!askTogether(session, List.of(one))) {
                return false;
            }
        }
        return true;
    }

    /** Asks how a known collation sorts; returns false if the server is too busy to answer. */
    private boolean askOrder(SqlSession session, CollationName name) throws SQLException {
        try {
            Optional<TextOrder> order = AsciiWeights.ask(session, name);
            known.computeIfPresent(
                    name.collation(),
                    (key, answer) -> new Collation(
                            key, answer.known(), answer.padded(), answer.binary(), answer.oneWeightEach(), order));
            return true;
        } catch (SQLException e) {
            session.throwIfLost(e);
            LOG.warn(
                    "The server did not answer how {} sorts text ({}): SQL sorts by such columns until the client"
                            + " connects again. Check the SQL server's load if this repeats",
                    name.collation(),
                    e.getMessage());
            return e.getErrorCode() != STATEMENT_TIMEOUT;
        }
    }

    private static void warn(List<CollationName> asked, SQLException e) {
        LOG.warn(
                "The server did not answer how {} compares text ({}): SQL answers lookups by such columns until their"
                        + " tables are opened again. Check the SQL server's load if this repeats",
                asked.stream().map(CollationName::collation).toList(),
                e.getMessage());
    }

    private static String statement(List<CollationName> asked) {
        return SqlSession.BRIEFLY
                + NUMBERS
                + asked.stream().map(Collations::question).collect(Collectors.joining(" UNION ALL "));
    }

    /**
     * Returns the query about one collation. If two characters are equal, the collation is not binary. If a weight
     * has no bytes, or more than others, the collation ignores or expands characters. If two characters together
     * weigh something else than one after the other, it contracts them. If weights are the bytes of the text, their
     * lengths may differ. The query also asks about all single bytes, because a table may hold bytes that no Unicode
     * character maps to; malformed text becomes NULL or empty, depending on the SQL mode.
     */
    private static String question(CollationName asked) {
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
        boolean oneSpace = row.getBoolean(6);
        boolean binary = allDiffer && oneSpace && (weighsItsBytes || weighsAlike);
        return new Collation(row.getString(1), true, padded, binary, binary || (weighsAlike && oneSpace));
    }
}
