// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left to SQL because the client does not know it. */
class CodecChoiceTest {

    @ParameterizedTest
    @ValueSource(strings = {"vector", "xmltype", "number"})
    void aTypeOfALaterServerIsRefused(String type) {
        ColumnCodec codec = plain(type);

        assertThat(codec.readRefusal()).hasValue("values of type " + type + " are not supported");
        assertThat(codec.keyRefusal()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"char", "varchar", "text", "enum", "set"})
    void aColumnIsRefusedAsKeyIfItsCollationIsUnknown(String type) {
        ColumnCodec codec =
                ColumnCodec.of(text(type, new Collation("utf8mb4_klingon_ci", false, false, false, false)), UTC);

        boolean labels = type.equals("enum") || type.equals("set");
        assertThat(codec.readRefusal().isPresent()).isEqualTo(labels);
        assertThat(codec.keyRefusal()).isPresent();
        if (!type.equals("text")) {
            assertThat((labels ? codec.readRefusal() : codec.keyRefusal()))
                    .hasValue("the server did not answer how collation utf8mb4_klingon_ci compares text");
        }
    }

    private static Column text(String type, Collation collation) {
        return new Column("k", type, type, false, false, 3, 12, 0, -1, 0, "utf8mb4", collation, true, false, List.of());
    }

    /** This one pads or not, as the patch level is. */
    @Test
    void aNameDecidesNothing() {
        Column before = text("varchar", new Collation("utf8mb4_0900_bin", true, true, true, true));
        Column after = text("varchar", new Collation("utf8mb4_0900_bin", true, false, true, true));

        assertThat(Codecs.key(ColumnCodec.of(before, UTC), "abc ")).isEqualTo("abc");
        assertThat(Codecs.key(ColumnCodec.of(after, UTC), "abc ")).isNull();
        assertThat(before).isNotEqualTo(after);
    }
}
