// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.jmh.measure.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void theLastLineHasEveryKeyAndNoValueThatIsVoid() {
        var values = Keys.values(List.of(
                new Figure("async_find_vs_jdbc", "a", "b", 7.126, 0.1, ""),
                new Figure("blocking1_find_vs_jdbc", "a", "b", 1.5, 0.4, "range 40 %"),
                new Figure("of no interest", "a", "b", 2.0, 0.1, "")));

        assertThat(values.keySet()).containsExactlyElementsOf(Keys.ALL);
        assertThat(values)
                .containsEntry("async_find_vs_jdbc", 7.13)
                .containsEntry("blocking1_find_vs_jdbc", null)
                .containsEntry("vt256_find_vs_jdbc", null);
    }
}
