// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TokensTest {

    /** Bytes that differ from the escape in one bit, or make a subtraction borrow. */
    private static final byte[] OTHERS = {0, 2, 3, 0x11, (byte) 0x80, (byte) 0x81, (byte) 0xff, 'a'};

    @Test
    void anEscapeIsSeenWhereverItStands() {
        for (byte other : OTHERS) {
            for (int length = 1; length < 25; length++) {
                for (int at = 0; at < length; at++) {
                    byte[] token = new byte[length + 4];
                    Arrays.fill(token, other);
                    token[2 + at] = Tokens.ESCAPE;

                    assertThat(Tokens.hasEscape(token, 2, 2 + length)).isTrue();
                }
            }
        }
    }

    @Test
    void whatStandsBesideATokenIsNotItsOwn() {
        for (byte other : OTHERS) {
            for (int length = 0; length < 25; length++) {
                byte[] token = new byte[length + 4];
                Arrays.fill(token, Tokens.ESCAPE);
                Arrays.fill(token, 2, 2 + length, other);

                assertThat(Tokens.hasEscape(token, 2, 2 + length)).isFalse();
            }
        }
    }
}
