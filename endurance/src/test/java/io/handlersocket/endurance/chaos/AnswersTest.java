// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.LookupRoute;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessResourceFailureException;

/** A wrong or stale answer is found: the check is tested with answers that no server gives. */
class AnswersTest {

    @TempDir
    Path folder;

    private final Findings findings = new Findings();
    private Board board;
    private Answers answers;

    @BeforeEach
    void revisionOneIsCommittedAndTwoBegun() throws Exception {
        board = Board.in(folder.resolve("board"));
        long first = board.begin(5);
        board.commit(5, first);
        board.begin(5);
        answers = new Answers(findings, board);
    }

    private void found(long low, long revision, String text) {
        answers.check("item 5", "item", 5, 5, revision, text, low);
    }

    @Test
    void acceptsTheCommittedAndTheBegunRevision() {
        found(1, 1, Rows.text("item", 5, 1));
        found(1, 2, Rows.text("item", 5, 2));
        assertThat(findings.status().wrong()).isZero();
        assertThat(findings.status().stale()).isZero();
    }

    @Test
    void findsAnOldRevision() {
        found(1, 0, Rows.text("item", 5, 0));
        assertThat(findings.status().stale()).isEqualTo(1);
        assertThat(findings.status().examples()).singleElement().asString().contains("revision 0", "1 was committed");
    }

    @Test
    void findsARevisionThatNobodyWrote() {
        found(1, 3, Rows.text("item", 5, 3));
        assertThat(findings.status().wrong()).isEqualTo(1);
    }

    @Test
    void findsTheTextOfAnotherRow() {
        found(1, 1, Rows.text("item", 6, 1));
        found(1, 1, Rows.text("item", 5, 2));
        assertThat(findings.status().wrong()).isEqualTo(2);
    }

    @Test
    void seesWhatAnotherJvmHasNoted() throws Exception {
        Board same = Board.in(folder.resolve("board"));
        assertThat(same.begun(5)).isEqualTo(2);
        assertThat(same.committed(5)).isEqualTo(1);
    }

    @Test
    void tellsErrorsOfJdbcFromOthers() {
        findings.readFailed(new DataAccessResourceFailureException("no", new SQLException("gone", "08000", 1)));
        assertThat(findings.status().foreignErrors()).isEmpty();
        findings.readFailed(new IllegalStateException("ours"));
        assertThat(findings.status().foreignErrors()).hasSize(1);
        assertThat(findings.status().readErrors())
                .containsKeys("DataAccessResourceFailureException by SQLException 1/08000", "IllegalStateException");
    }

    @Test
    void countsByRoute() {
        findings.answered(Kind.BY_ID, LookupRoute.HANDLERSOCKET);
        findings.answered(Kind.BY_ID, LookupRoute.JDBC);
        assertThat(findings.status().fastReads()).isEqualTo(1);
        assertThat(findings.status().reads()).isEqualTo(2);
    }
}
