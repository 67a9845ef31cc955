// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each JVM has its own deadline, and while JDBC works no reader receives an error. */
class VerdictTest {

    private static final Status CALM = StatusOf.trouble(3, 0);

    private static Verdict verdict(Effect effect, Status... after) {
        return Verdict.of(
                new Fault("flood", effect, stage -> "wet"),
                1,
                List.of(CALM, CALM).subList(0, after.length),
                List.of(after));
    }

    @Test
    void noReadFailsWhileJdbcWorks() {
        for (Effect effect :
                List.of(Effect.FAST_PATH, Effect.WRITES, Effect.ITEM_TABLE, Effect.DRAFT_TABLE, Effect.MIGRATION)) {
            assertThat(verdict(effect, StatusOf.trouble(3, 10)).problems()).isEmpty();
            assertThat(verdict(effect, StatusOf.trouble(4, 10)).problems())
                    .containsExactly("flood: JVM 0: 1 reads failed, though JDBC worked");
        }
        Verdict away = verdict(Effect.SQL, StatusOf.trouble(4, 10));
        assertThat(away.problems()).isEmpty();
        assertThat(away.readErrors()).isEqualTo(1);
        assertThat(away.writeErrors()).isEqualTo(2);
    }

    @Test
    void aSlowReadIsAProblem() {
        assertThat(verdict(Effect.FAST_PATH, StatusOf.trouble(3, 4_000)).problems())
                .isEmpty();
        assertThat(verdict(Effect.FAST_PATH, StatusOf.trouble(3, 4_001)).problems())
                .containsExactly("flood: JVM 0: a read took 4001 ms");
    }

    @Test
    void whileAJvmIsFrozenTheOthersHaveTheUsualDeadline() {
        Verdict fine = verdict(Effect.FROZEN, StatusOf.trouble(5, 45_000), StatusOf.trouble(3, 600));
        assertThat(fine.problems()).isEmpty();
        assertThat(fine.slowestMillis()).isEqualTo(45_000);
        assertThat(fine.stallMillis()).isEqualTo(600);

        assertThat(verdict(Effect.FROZEN, StatusOf.trouble(3, 45_000), StatusOf.trouble(4, 4_001))
                        .problems())
                .containsExactly(
                        "flood: JVM 1: 1 reads failed, though JDBC worked", "flood: JVM 1: a read took 4001 ms");
    }
}
