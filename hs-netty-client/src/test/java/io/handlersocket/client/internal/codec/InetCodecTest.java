// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class InetCodecTest {

    private final ColumnCodec four = plain("inet4");
    private final ColumnCodec six = plain("inet6");

    @Test
    void aScopeIsLeftToSql() throws UnknownHostException {
        byte[] bytes = InetAddress.getByName("fe80::1").getAddress();

        assertThat(six.encodeKey(Inet6Address.getByAddress(null, bytes, -1))).isEqualTo(bytes);
        assertThat(decision(six, Inet6Address.getByAddress(null, bytes, 7))).isEqualTo("SQL");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> four.encodeKey(Inet6Address.getByAddress(null, bytes, 7)))
                .withMessageContaining("expected Inet4Address, byte[4] or String");
    }

    @Test
    void aKeyHasTheLengthOfItsType() throws UnknownHostException {
        assertThat(four.encodeKey(new byte[16])).isNull();
        assertThat(six.encodeKey(new byte[4])).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> six.encodeKey(InetAddress.getByName("192.0.2.1")));
        assertThatIllegalArgumentException().isThrownBy(() -> four.encodeKey(1));
    }

    @Test
    void aMappedAddressStaysAnIpv6Address() {
        assertThat(read(six, "::ffff:192.0.2.1")).isInstanceOf(Inet6Address.class);
    }

    @Test
    void comparesBytesWithText() {
        assertThat(match(six, "\0".repeat(15) + "\1", "::1")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(six, "\0".repeat(15) + "\1", "::2")).isEqualTo(KeyMatch.DIFFERENT);
        assertThatIllegalArgumentException().isThrownBy(() -> match(four, "\0\0\0\0", "::1"));
    }
}
