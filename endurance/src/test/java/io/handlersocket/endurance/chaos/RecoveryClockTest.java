// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The time of a recovery begins when the fault ends, or when JDBC is back that was away. */
class RecoveryClockTest {

    private static RecoveryClock clock(Effect effect) {
        return new RecoveryClock(effect, 1);
    }

    @Test
    void lookupsHaveThreeSecondsFromTheEndOfAFaultWhileJdbcWorks() {
        for (Effect effect :
                List.of(Effect.FAST_PATH, Effect.WRITES, Effect.ITEM_TABLE, Effect.DRAFT_TABLE, Effect.MIGRATION)) {
            RecoveryClock clock = clock(effect);
            clock.observed(2_000, true, false);
            assertThat(clock.late(3_000)).isEmpty();
            assertThat(clock.late(3_001)).contains("within 3000 ms of the end of the fault");
        }
    }

    @Test
    void lookupsThatWereSeenTooLateAreLate() {
        RecoveryClock clock = clock(Effect.FAST_PATH);
        clock.observed(3_050, true, true);
        assertThat(clock.isOver()).isTrue();
        assertThat(clock.late(3_050)).isNotEmpty();
    }

    @Test
    void theyHaveThemFromTheFirstWritesIfJdbcWasAway() {
        for (Effect effect : List.of(Effect.SQL, Effect.FROZEN)) {
            RecoveryClock clock = clock(effect);
            assertThat(clock.late(5_000)).isEmpty();
            clock.observed(5_000, true, false);
            assertThat(clock.late(8_000)).isEmpty();
            assertThat(clock.late(8_001)).contains("within 3000 ms of the first writes over JDBC");
            clock.observed(6_000, true, true);
            assertThat(clock.late(6_000)).isEmpty();
            assertThat(clock.jdbcMillis()).isEqualTo(5_000);
            assertThat(clock.fastMillis()).isEqualTo(6_000);
            assertThat(clock.fastAfterJdbcMillis()).isEqualTo(1_000);
        }
    }

    @Test
    void lookupsMayBeBackBeforeJdbc() {
        RecoveryClock clock = clock(Effect.SQL);
        clock.observed(100, false, true);
        clock.observed(900, true, true);
        assertThat(clock.isOver()).isTrue();
        assertThat(clock.fastMillis()).isEqualTo(100);
        assertThat(clock.fastAfterJdbcMillis()).isZero();
    }

    @Test
    void jdbcHasTheTimeOfThePool() {
        assertThat(clock(Effect.SQL).late(15_000)).isEmpty();
        assertThat(clock(Effect.SQL).late(15_001)).contains("no writes over JDBC within 15000 ms");
    }
}
