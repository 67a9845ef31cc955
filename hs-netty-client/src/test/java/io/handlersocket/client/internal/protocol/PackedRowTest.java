// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackedRowTest {

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0",
        "1, 5, 5",
        "1, 70000, 70000",
        "3, 7, 9",
        "4, 252, 255",
        "4, 253, 259",
        "3, 65531, 65535",
        "3, 65532, 65540",
        "1000, 1000000, 1003996"
    })
    void offsetsFollowTheBytes(int count, int bytes, int length) {
        byte[] values = PackedRow.allocate(count, bytes);
        assertThat(values).hasSize(length);

        for (int i = 1; i < count; i++) {
            PackedRow.setStart(values, count, i, bytes - count + i); // as if only the first value were not empty
        }

        assertThat(PackedRow.start(values, count, 0)).isZero();
        for (int i = 1; i < count; i++) {
            assertThat(PackedRow.start(values, count, i)).isEqualTo(bytes - count + i);
        }
        assertThat(PackedRow.start(values, count, count)).isEqualTo(bytes + 1);
        for (int i = 0; i < bytes; i++) {
            assertThat(values[i]).isZero();
        }
    }
}
