// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff();

    private void failures(int times) {
        for (int i = 0; i < times; i++) {
            backoff.failed(new JdbcReason(JdbcReason.Kind.ROWS, "no row"));
        }
    }

    @Test
    void endsAfterEightTimesInARow() {
        failures(7);
        assertThatCode(backoff::check).doesNotThrowAnyException();
        failures(1);
        assertThatThrownBy(backoff::check)
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessage("no row");
    }

    @Test
    void beginsAnewWithEachAnswer() {
        failures(7);
        backoff.succeeded();
        failures(7);
        assertThatCode(backoff::check).doesNotThrowAnyException();
    }

    @Test
    void endsTheSoonerTheLongerAnAnswerTakes() {
        backoff.took(TimeUnit.MILLISECONDS.toNanos(150), "slow");
        assertThatCode(backoff::check).doesNotThrowAnyException();
        backoff.took(TimeUnit.MILLISECONDS.toNanos(20), "slow");
        assertThatThrownBy(backoff::check)
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessage("slow");
    }

    @Test
    void isNotSpentByFastAnswers() {
        for (int i = 0; i < 100; i++) {
            backoff.took(TimeUnit.MILLISECONDS.toNanos(150), "slow");
            backoff.took(TimeUnit.MILLISECONDS.toNanos(1), "slow");
        }
        assertThatCode(backoff::check).doesNotThrowAnyException();
    }
}
