// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.labels;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.collection;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetCodecTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "utf8mb4_bin|b,a|[b,a]",
                "utf8mb4_bin|'b,a  '|[b,a]",
                "utf8mb4_bin|a,b|no row",
                "utf8mb4_bin|a,a|no row",
                "utf8mb4_bin|A|no row",
                "utf8mb4_bin|''|[]",
                "utf8mb4_bin|'  '|SQL",
                "utf8mb4_nopad_bin|'a '|no row",
                "utf8mb4_nopad_bin|' '|SQL",
                "utf8mb4_general_ci|a|[a]",
                "utf8mb4_general_ci|a,b|SQL",
                "latin1_bin|\u4e2d|SQL"
            })
    void aTextIsAKeyInDeclaredOrder(String collation, String key, String expected) {
        assertThat(decision(labels("set", collation, "b", "a"), key)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "utf8mb4_bin|a,b|[b,a]",
                "utf8mb4_bin|a,x|no row",
                "utf8mb4_general_ci|a,x|SQL",
                "utf8mb4_general_ci|a,a|[a]"
            })
    void aCollectionIsAKeyInAnyOrder(String collation, String key, String expected) {
        assertThat(decision(labels("set", collation, "b", "a"), List.of(key.split(","))))
                .isEqualTo(expected);
    }

    @Test
    void readsLabelsInTheOrderOfTheServer() {
        assertThat(read(labels("set", "utf8mb4_bin", "b", "a"), "b,a"))
                .asInstanceOf(collection(Object.class))
                .containsExactly("b", "a")
                .isUnmodifiable();
    }
}
