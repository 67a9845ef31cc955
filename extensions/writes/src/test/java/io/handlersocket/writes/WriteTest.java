// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Key;
import io.handlersocket.client.RefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Checks the values that a write, its options and its result accept, and what they show. */
@SuppressWarnings("NullAway") // nulls are passed on purpose
class WriteTest {

    private static final Key KEY = Key.of(7);

    @Test
    void aWriteWithoutEffectIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Write.update(KEY, Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Write.increment(KEY, "n", 0));
        assertThatThrownBy(() -> Write.decrement(KEY, "n", Long.MIN_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThat(Write.decrement(KEY, "n", 3).by()).isEqualTo(-3);
    }

    @Test
    void aWriteKeepsItsValuesAndShowsNone() {
        Map<String, Object> row = new HashMap<>(Map.of("id", 7));
        Write.Insert insert = Write.insert(row);
        row.put("id", 8);
        assertThat(insert.row()).containsEntry("id", 7);
        assertThat(insert).hasToString("Insert[id]");
        assertThat(Write.update(KEY, Map.of("level", 9)).returningOldRow())
                .hasToString("Update[level]")
                .satisfies(update -> assertThat(update.returning()).isTrue());
        assertThat(Write.delete(KEY)).hasToString("Delete");
        assertThat(Write.increment(KEY, "n", 9)).hasToString("Increment[n]");
    }

    @Test
    void onlyAnAppliedWriteIsReturned() {
        WriteResult applied = new WriteResult.Applied(1, OptionalLong.empty(), Optional.empty());
        HandlerSocketException reason = new RefusedException("r");
        assertThat(applied.orThrow()).isSameAs(applied);
        assertThatThrownBy(() -> new WriteResult.Refused(reason).orThrow()).isSameAs(reason);
        assertThatThrownBy(() -> new WriteResult.Unknown(reason).orThrow()).isSameAs(reason);
    }

    @Test
    void optionsHaveLimits() {
        WriteOptions options = WriteOptions.DEFAULTS;
        assertThatIllegalArgumentException().isThrownBy(() -> options.withPort(65_536));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ofMillis(9)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ofMillis(10_001)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withIdleTimeout(Duration.ofMillis(-1)));
        assertThat(options.withSecret("hidden")
                        .withTimeout(Duration.ofSeconds(10))
                        .withIdleTimeout(Duration.ZERO))
                .hasToString("WriteOptions[port=0, timeout=PT10S, idleTimeout=PT0S, unreplicated=false]");
    }

    @Test
    void nullsAreRefusedByName() {
        assertThatNullPointerException()
                .isThrownBy(() -> WriteOptions.DEFAULTS.withTimeout(null))
                .withMessageContaining("timeout: null (expected ");
        assertThatNullPointerException()
                .isThrownBy(() -> WriteOptions.DEFAULTS.withSecret(null))
                .withMessageContaining("secret: null (expected ");
        assertThatNullPointerException()
                .isThrownBy(() -> Write.delete(null))
                .withMessageContaining("key: null (expected ");
        assertThatNullPointerException()
                .isThrownBy(() -> Write.insert(null))
                .withMessageContaining("row: null (expected ");
    }
}
