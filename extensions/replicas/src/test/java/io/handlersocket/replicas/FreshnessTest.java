// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreshnessTest {

    @Test
    void textsAreRead() {
        assertThat(Freshness.parse("primary")).isSameAs(Freshness.PRIMARY).hasToString("primary");
        assertThat(Freshness.parse("any")).isSameAs(Freshness.ANY).hasToString("any");
        assertThat(Freshness.parse("100ms"))
                .isEqualTo(Freshness.within(Duration.ofMillis(100)))
                .hasToString("within 100 ms")
                .isNotEqualTo(Freshness.parse("101ms"));
        assertThat(Freshness.parse("2s").maxAge()).contains(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PRIMARY", "100", "0ms", "-1ms", "1m", "100 ms", "99999999999ms"})
    void otherTextsAreRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Freshness.parse(text));
    }

    @Test
    void eachFreshnessHasItsOwnLimits() {
        GtidPosition position = GtidPosition.parse("0-1-1");
        assertThat(Freshness.atLeast(position).position()).contains(position);
        assertThat(Freshness.atLeast(position))
                .isEqualTo(Freshness.atLeast(position))
                .hasToString("at least 0-1-1");
        assertThat(Freshness.ANY.maxAge()).isEmpty();
        assertThat(Freshness.ANY.position()).isEmpty();
        assertThat(Freshness.ANY.isPrimary()).isFalse();
        assertThat(Freshness.PRIMARY.isPrimary()).isTrue();
    }
}
