// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.labels;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnumCodecTest {

    @ParameterizedTest
    @CsvSource({
        "utf8mb4_bin, red, [red]",
        "utf8mb4_bin, 'red  ', [red]",
        "utf8mb4_bin, RED, no row",
        "utf8mb4_bin, 1, no row",
        "utf8mb4_bin, '', SQL",
        "utf8mb4_bin, '  ', SQL",
        "utf8mb4_nopad_bin, red, [red]",
        "utf8mb4_nopad_bin, 'red ', no row",
        "utf8mb4_general_ci, red, [red]",
        "utf8mb4_general_ci, 'red ', [red]",
        "utf8mb4_general_ci, RED, SQL",
        "utf8mb4_general_ci, 1, SQL",
        "latin1_bin, \u4e2d, SQL"
    })
    void aKeyIsALabelOrTheCollationDecides(String collation, String key, String expected) {
        assertThat(decision(labels("enum", collation, "red", "Green"), key)).isEqualTo(expected);
    }
}
