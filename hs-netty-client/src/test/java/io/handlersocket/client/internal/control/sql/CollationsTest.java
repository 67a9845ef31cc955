// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.Collation;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the server's answers about a collation are read. */
class CollationsTest {

    private static final Collations.CollationName ASKED = new Collations.CollationName("utf8mb4", "utf8mb4_bin");

    private final FakeServer server = new FakeServer();
    private final Collations collations = new Collations();

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
        Collation answer = ask();
        assertThat(answer.known()).isTrue();
        assertThat(answer.padded()).isEqualTo(padded == 1);
        assertThat(answer.binary()).isEqualTo(binary);
        assertThat(answer.oneWeightEach()).isEqualTo(oneWeightEach);
    }

    @Test
    void anAnswerIsKeptUntilTheServerIsAnother() throws SQLException {
        server.answers.put(" AS characters", List.<Object[]>of(row(ASKED.collation(), 1, 1, 1, 1, 1)));
        collations.forgetUnlessFrom("server-1");
        ask();
        collations.forgetUnlessFrom("server-1");
        ask();
        assertThat(server.statements).hasSize(1);
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

    @Test
    void aNameThatCouldEndTheStatementIsNotSent() throws SQLException {
        collations.ask(server.session(), Set.of(new Collations.CollationName("utf8mb4", "utf8mb4_bin, SLEEP(5)")));
        assertThat(server.statements).isEmpty();
    }
}
