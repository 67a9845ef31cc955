// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The short questions, beside exhaustive ones: for one collation of each character set and one with each ending, such as
 * {@code _nopad_ci}; with {@code -Pexhaustive} for every collation of the server. Asked once, as they take long.
 */
class CollationsIT {

    private static final boolean EVERY = Boolean.getBoolean("collations.every");

    /** Some with pairs of letters that weigh as one. */
    private static final List<String> WITH_PAIRS =
            List.of("utf8mb4_czech_ci", "utf8mb4_danish_ci", "ucs2_hungarian_ci");

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static SqlSession session;
    private static List<CollationName> known;
    private static List<CollationName> all;
    private static Map<String, Collation> answers;

    private final Collations collations = new Collations(System::nanoTime);

    @BeforeAll
    static void askAboutEveryCollation() throws SQLException {
        session = SqlSession.open(DB.dataSource(), 30_000);
        known = session.query(
                row -> new CollationName(row.getString(1), row.getString(2)),
                "SELECT character_set_name, full_collation_name FROM"
                        + " information_schema.collation_character_set_applicability"
                        + " WHERE character_set_name <> 'binary'"); // no column of text has it
        assertThat(known).hasSizeGreaterThan(300);
        all = new ArrayList<>(known);
        if (!EVERY) {
            Collections.shuffle(all, Seed.random(CollationsIT.class));
            Set<String> seen = new HashSet<>();
            all.removeIf(one -> {
                boolean set = seen.add(one.charset());
                boolean ending = seen.add(one.collation().replaceFirst(".*?((_(nopad|ai|as|ci|cs|bin))*)$", "$1"));
                return !set && !ending && !WITH_PAIRS.contains(one.collation());
            });
        }
        answers = answers(new Collations(System::nanoTime), new LinkedHashSet<>(all));
    }

    @AfterAll
    static void close() throws SQLException {
        session.close();
    }

    @Test
    void theAnswersForEveryCollationHoldForAllCharacters() throws SQLException {
        List<CollationName> unanswered = new ArrayList<>();
        try (CharacterChecks checks = new CharacterChecks(DB)) {
            for (CollationName asked : all) {
                Collation answer = answers.get(asked.collation());
                if (answer == null) {
                    unanswered.add(asked);
                } else {
                    checks.check(asked, answer);
                }
            }
            assertThat(checks.wrong()).isEmpty();
        }
        assertThat(unanswered).isEmpty();
        assertThat(answers.values()).filteredOn(Collation::oneWeightEach).hasSizeGreaterThan(EVERY ? 100 : 10);
    }

    @Test
    void everyCollationSortsAsSqlDoesOrIsRefused() throws SQLException {
        Map<String, List<String>> refused = new TreeMap<>();
        int sorted = 0;
        int pairs = 0;
        try (SortChecks checks = new SortChecks(DB, Seed.random(CollationsIT.class))) {
            for (CollationName name : all) {
                Collation collation = answers.get(name.collation());
                TextOrder order =
                        collation == null ? null : collation.textOrder().orElse(null);
                if (collation == null || order == null) {
                    refused.computeIfAbsent(collation == null ? "unknown" : "several levels", why -> new ArrayList<>())
                            .add(name.collation());
                    continue;
                }
                checks.check(name, collation, order);
                sorted++;
                pairs += order.covers("ch") && order.covers("sz") && order.covers("aa") ? 0 : 1;
            }
            assertThat(checks.wrong()).isEmpty();
        }
        System.out.printf(
                "CollationsIT: %d collations are sorted here, %d of them with pairs that weigh as one%n",
                sorted, pairs);
        refused.forEach((why, names) -> System.out.println("CollationsIT: " + names.size() + " are left to SQL, " + why
                + ": " + names.stream().limit(20).toList()));
        assertThat(sorted).isGreaterThan(EVERY ? 200 : 20);
        assertThat(pairs).isPositive();
    }

    /** One that is not answered in time is asked again, as when a table is opened again. */
    private static Map<String, Collation> answers(Collations collations, Set<CollationName> asked) throws SQLException {
        Map<String, Collation> answers = new HashMap<>();
        for (int i = 0; i < 3 && answers.size() < asked.size(); i++) {
            Collations asking = i == 0 ? collations : new Collations(System::nanoTime);
            asking.ask(session, asked);
            for (CollationName one : asked) {
                Collation answer = asking.of(one.collation());
                if (answer.known()) {
                    answers.put(one.collation(), answer);
                }
            }
        }
        return answers;
    }

    @Test
    void oneThatTheServerDoesNotKnowIsLeftOut() throws SQLException {
        Set<CollationName> asked = Set.of(
                new CollationName("utf8mb4", "utf8mb4_klingon_ci"),
                new CollationName("utf8mb4", "utf8mb4_bin"),
                new CollationName("latin1", "latin1_swedish_ci"));

        assertThat(answers(collations, asked)).containsOnlyKeys("utf8mb4_bin", "latin1_swedish_ci");
    }

    @Test
    void aNameThatIsNoNameIsNotSent() throws SQLException {
        CollationName injected = new CollationName("utf8mb4", "utf8mb4_bin, SLEEP(5)");
        CollationName charset = new CollationName("utf8mb4) COLLATE utf8mb4_bin, (1", "utf8mb4_bin");

        long before = questions();
        collations.ask(session, Set.of(injected, charset));
        assertThat(collations.of(injected.collation()).known()).isFalse();
        assertThat(collations.of(charset.collation()).known()).isFalse();
        assertThat(questions() - before).isEqualTo(1);
    }

    @Test
    void answersAreRememberedUntilTheyAreForgotten() throws SQLException {
        Set<CollationName> asked = new HashSet<>();
        known.stream()
                .filter(one ->
                        one.charset().equals("utf8mb4") && !one.collation().contains("uca1400"))
                .limit(4)
                .forEach(asked::add);

        long before = questions();
        Map<String, Collation> answers = answers(collations, asked);
        long first = questions();
        assertThat(answers(collations, asked)).isEqualTo(answers).hasSize(4);
        long again = questions();
        collations.forget();
        assertThat(answers(collations, asked)).isEqualTo(answers);
        long forgotten = questions();

        assertThat(List.of(first - before, again - first, forgotten - again)).containsExactly(6L, 1L, 6L);
    }

    /** Statements of this session, with the one that asks. */
    private static long questions() throws SQLException {
        return session.query(
                        row -> row.getLong(1),
                        "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'QUESTIONS'")
                .get(0);
    }
}
