// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackedRowTest {

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 5", "3, 7", "1000, 1000000"})
    void offsetsFollowTheBytes(int count, int bytes) {
        byte[] values = PackedRow.allocate(count, bytes);
        assertThat(values).hasSize(bytes + 4 * (count + 1));

        for (int i = 0; i <= count; i++) {
            PackedRow.setStart(values, count, i, i * 1000 + 7);
        }

        for (int i = 0; i <= count; i++) {
            assertThat(PackedRow.start(values, count, i)).isEqualTo(i * 1000 + 7);
        }
        for (int i = 0; i < bytes; i++) {
            assertThat(values[i]).isZero();
        }
    }
}
