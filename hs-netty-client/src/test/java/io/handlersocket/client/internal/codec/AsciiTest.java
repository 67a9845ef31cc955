// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AsciiTest {

    @Test
    void findsAByteAbove127AtEveryOffset() {
        for (int length = 0; length < 25; length++) {
            byte[] text = new byte[length + 4];
            Arrays.fill(text, (byte) 0xff);
            Arrays.fill(text, 2, 2 + length, (byte) 0x7f);
            assertThat(Ascii.isAscii(text, 2, 2 + length)).isTrue();

            for (int at = 0; at < length; at++) {
                byte[] other = text.clone();
                other[2 + at] = (byte) 0x80;
                assertThat(Ascii.isAscii(other, 2, 2 + length)).isFalse();
            }
        }
    }
}
