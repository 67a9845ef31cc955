// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code TimeAndAddressCodecTest} has the lengths of BINARY and VARBINARY keys. */
class BinaryCodecTest {

    @Test
    void onlySixteenBytesConvertToAUuid() {
        ColumnCodec codec = plain("varbinary", 20, 0, UTC);

        assertThat(read(codec, "\0".repeat(7) + "\1" + "\0".repeat(7) + "\2", UUID.class))
                .isEqualTo(new UUID(1, 2));
        for (int length : new int[] {0, 15, 17}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(codec, "a".repeat(length), UUID.class))
                    .withMessage("column k varbinary does not convert to java.util.UUID");
        }
    }

    @Test
    void bytesAndTextNameTheMethodToUseInstead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(plain("binary", 16, 0, UTC), "\1", String.class))
                .withMessage("column k binary does not convert to java.lang.String; use getBytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(plain("date"), "2026-11-26", byte[].class))
                .withMessage("column k date does not convert to byte[]; use getString");
    }

    @Test
    void theCallerMayChangeItsArrayAfterwards() {
        for (ColumnCodec codec :
                List.of(plain("binary", 16, 0, UTC), plain("varbinary", 16, 0, UTC), plain("uuid"), plain("inet6"))) {
            byte[] given = new byte[16];
            byte[] key = codec.encodeKey(given);
            byte[] stored = codec.encodeValue(given);
            Arrays.fill(given, (byte) '\n');
            assertThat(key).as("%s", codec).isEqualTo(new byte[16]);
            assertThat(stored).as("%s", codec).isEqualTo(new byte[16]);
        }
    }

    @Test
    void aBlobIsStoredButIsNoKey() {
        ColumnCodec codec = plain("blob", 3, 0, UTC);

        assertThat(codec.encodeValue(new byte[3])).hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encodeValue(new byte[4]));
        assertThat(decision(codec, new byte[3])).isEqualTo("SQL");
    }
}
