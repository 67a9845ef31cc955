// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.JdbcReason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private final Patience patience = new Patience();

    private void inVain(int times) {
        for (int i = 0; i < times; i++) {
            patience.wasInVain(new JdbcReason(JdbcReason.Kind.ROWS, "no row"));
        }
    }

    @Test
    void endsAfterEightTimesInARow() {
        inVain(7);
        assertThatCode(patience::check).doesNotThrowAnyException();
        inVain(1);
        assertThatThrownBy(patience::check)
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessage("no row");
    }

    @Test
    void beginsAnewWithEachAnswer() {
        inVain(7);
        patience.worked();
        inVain(7);
        assertThatCode(patience::check).doesNotThrowAnyException();
    }

    @Test
    void endsTheSoonerTheLongerAnAnswerTakes() {
        patience.took(TimeUnit.MILLISECONDS.toNanos(150), "slow");
        assertThatCode(patience::check).doesNotThrowAnyException();
        patience.took(TimeUnit.MILLISECONDS.toNanos(20), "slow");
        assertThatThrownBy(patience::check)
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessage("slow");
    }

    @Test
    void isNotSpentByFastAnswers() {
        for (int i = 0; i < 100; i++) {
            patience.took(TimeUnit.MILLISECONDS.toNanos(150), "slow");
            patience.took(TimeUnit.MILLISECONDS.toNanos(1), "slow");
        }
        assertThatCode(patience::check).doesNotThrowAnyException();
    }
}
