// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TextOrder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the server's answers about a collation are read. */
class CollationsTest {

    private static final Collations.CollationName ASKED = new Collations.CollationName("utf8mb4", "utf8mb4_bin");

    private final FakeServer server = new FakeServer();
    private final Collations collations = new Collations(System::nanoTime);

    /** A part of the question how the collation sorts. */
    private static final String ORDER = " FROM c UNION ";

    private Collation ask() throws SQLException {
        collations.ask(server.session(), Set.of(ASKED));
        return collations.of(ASKED.collation());
    }

    @ParameterizedTest
    @CsvSource({ // padded, all differ, weighs its bytes, weighs alike, one space; binary, one weight each
        "1, 1, 1, 0, 1, true, true",
        "1, 1, 0, 1, 1, true, true",
        "0, 1, 0, 0, 1, false, false",
        "0, 0, 0, 1, 1, false, true",
        "0, 1, 1, 1, 0, false, false",
        "0, 0, 1, 0, 1, false, false"
    })
    void binaryIsWhatTellsAllCharactersApart(
            int padded, int differ, int bytes, int alike, int space, boolean binary, boolean oneWeightEach)
            throws SQLException {
        server.answers.put(
                " AS characters", List.<Object[]>of(row(ASKED.collation(), padded, differ, bytes, alike, space)));
        server.answers.put(ORDER, List.of());
        Collation answer = ask();
        assertThat(answer.known()).isTrue();
        assertThat(answer.padded()).isEqualTo(padded == 1);
        assertThat(answer.binary()).isEqualTo(binary);
        assertThat(answer.oneWeightEach()).isEqualTo(oneWeightEach);
    }

    @Test
    void anAnswerIsKeptUntilTheServerIsAnother() throws SQLException {
        server.answers.put(" AS characters", List.<Object[]>of(row(ASKED.collation(), 1, 1, 1, 1, 1)));
        server.answers.put(ORDER, List.of());
        collations.forgetUnlessFrom("server-1");
        ask();
        collations.forgetUnlessFrom("server-1");
        ask();
        assertThat(server.statements).hasSize(2);
        collations.forgetUnlessFrom("server-2");
        assertThat(collations.of(ASKED.collation()).known()).isFalse();
    }

    @Test
    void aFailureIsUnknownAndNotAskedForAgainAtOnce() throws SQLException {
        SqlSession session = server.session();
        server.failure = new SQLException("Unknown collation", "HY000", 1273);
        collations.ask(session, Set.of(ASKED));
        collations.ask(session, Set.of(ASKED));
        assertThat(server.statements).hasSize(1);
        assertThat(collations.of(ASKED.collation()).known()).isFalse();
        server.failure = server.broken;
        assertThatThrownBy(() -> collations.prepare(session, List.of(table("player"))))
                .isSameAs(server.broken);
    }

    /** The guard must not be late. */
    @Test
    void aBusyServerIsAskedForNoFurtherOrder() throws SQLException {
        List<String> orders = new ArrayList<>();
        SqlSession busy = FakeServer.sessionOf((sql, parameters) -> {
            if (sql.contains(ORDER)) {
                orders.add(sql);
                throw new SQLException("max_statement_time exceeded", "70100", 1969);
            }
            return sql.contains(" AS characters")
                    ? List.of(row("utf8mb4_bin", 1, 1, 1, 1, 1), row("latin1_bin", 1, 1, 1, 1, 1))
                    : List.of();
        });
        collations.ask(
                busy,
                Set.of(
                        new Collations.CollationName("utf8mb4", "utf8mb4_bin"),
                        new Collations.CollationName("latin1", "latin1_bin")));
        assertThat(orders).hasSize(1);
        assertThat(collations.of("utf8mb4_bin").known()).isTrue();
        assertThat(collations.of("latin1_bin").known()).isTrue();
    }

    @Test
    void charactersAreSortedByTheirWeights() throws SQLException {
        server.answers.put(" AS characters", List.<Object[]>of(row(ASKED.collation(), 1, 1, 1, 1, 1)));
        server.answers.put(
                ORDER,
                List.of(
                        row("a", "", 1, 3, "0041", 1, 0),
                        row("B", "", 1, 3, "0042", 1, 0),
                        row(" ", "", 1, 3, "0020", 0, 1),
                        row("!", "", 1, 3, "0001", -1, 0),
                        row("-", "", 1, 3, "002D0001", 1, 0),
                        row("_", "", 1, 3, "", 0, 0),
                        row("a", "B", 0, 0, "", 0, 0)));
        TextOrder order = ask().textOrder().orElseThrow();
        assertThat(order.compare("a", "B")).isNegative();
        assertThat(order.compare("B", "B ")).isZero();
        assertThat(order.compare("B", "B!")).isPositive();
        assertThatThrownBy(() -> order.compare("a".repeat(21), "a".repeat(22)))
                .isInstanceOf(UndecidableValueException.class);
        assertThat(order.covers("Ba")).isTrue();
        assertThat(order.covers("aB")).as("weighs as one").isFalse();
        assertThat(order.covers("c")).as("has no weight").isFalse();
        assertThat(order.covers("-")).as("has a longer weight").isFalse();
        assertThat(order.covers("_")).as("is ignored").isFalse();
    }

    @Test
    void aCollationThatWeighsMostPairsInSeveralLevelsHasNoOrder() throws SQLException {
        server.answers.put(" AS characters", List.<Object[]>of(row(ASKED.collation(), 1, 1, 1, 1, 1)));
        List<Object[]> answers = new ArrayList<>();
        answers.add(row(" ", "", 1, 1, "20", 0, 1));
        for (int i = 0; i < 1_000; i++) {
            answers.add(row(Character.toString(' ' + i / 95), Character.toString(' ' + i % 95), 0, 0, "", 0, 0));
        }
        server.answers.put(ORDER, answers);
        assertThat(ask().textOrder()).isEmpty();
    }

    @Test
    void aCollationThatFillsUpWithAnotherWeightThanThatOfASpaceHasNoOrder() throws SQLException {
        server.answers.put(" AS characters", List.<Object[]>of(row(ASKED.collation(), 0, 1, 1, 1, 1)));
        server.answers.put(ORDER, List.of(row("-", "", 1, 1, "01", -1, 0), row(" ", "", 1, 1, "02", 1, 1)));
        assertThat(ask().textOrder()).isEmpty();
        collations.forget();
        server.answers.put(ORDER, List.<Object[]>of(row(" ", "", 1, 1, "02", 0, 0)));
        assertThat(ask().textOrder()).as("sorts otherwise than it compares").isEmpty();
        collations.forget();
        server.answers.put(ORDER, List.of(row("-", "", 1, 1, "01", 1, 0), row(" ", "", 1, 1, "02", 1, 1)));
        assertThat(ask().textOrder()).isPresent();
    }

    @Test
    void aNameThatCouldEndTheStatementIsNotSent() throws SQLException {
        collations.ask(server.session(), Set.of(new Collations.CollationName("utf8mb4", "utf8mb4_bin, SLEEP(5)")));
        assertThat(server.statements).isEmpty();
    }
}
