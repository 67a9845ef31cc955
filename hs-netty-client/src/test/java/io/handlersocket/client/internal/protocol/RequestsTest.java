// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers that crash a server, older plugins above all, cannot be built into a line. */
class RequestsTest {

    @Test
    void aLookupNamesUpTo31Values() {
        assertThat(Requests.MAX_KEY_VALUES).isEqualTo(31);
        assertThat(new String(Requests.findPrefix(7, 31), StandardCharsets.US_ASCII))
                .isEqualTo("7\t=\t31");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 32, 33, 1_000_000, Integer.MAX_VALUE})
    void andNoOtherNumber(int keyParts) {
        assertThatThrownBy(() -> Requests.findPrefix(7, keyParts))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key parts: " + keyParts)
                .hasMessageContaining("1 to 31");
    }

    @Test
    void anIndexIsOpenedWithUpTo4096ColumnsUnderASmallNumber() {
        assertThat(open(255, 4096)).endsWith((byte) '\n');
        for (int id : new int[] {-1, 256, 200_000_000}) {
            assertThatThrownBy(() -> open(id, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("index id: " + id);
        }
        for (int columns : new int[] {0, 4097}) {
            assertThatThrownBy(() -> open(1, columns))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("columns: " + columns);
        }
    }

    private static byte[] open(int id, int columns) {
        return Requests.open(id, "s", "t", "PRIMARY", Collections.nCopies(columns, "c"), List.of());
    }
}
