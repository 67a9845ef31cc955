// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.client.internal.protocol.Ascii;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 00000000",
        "192.0.2.1, c0000201",
        "255.255.255.255, ffffffff",
        "256.0.0.0,",
        "1.2.3,",
        "1.2.3.4.,",
        "1.2.3.4.5,",
        "01.2.3.4,",
        "1..3.4,",
        "1.2.3.+4,"
    })
    void parsesIpv4(String text, @Nullable String hex) {
        byte[] padded = Ascii.bytes("<" + text + ">");

        assertThat(InetCodec.parse4(padded, 1, padded.length - 1)).isEqualTo(bytes(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "::, 00000000000000000000000000000000",
        "::1, 00000000000000000000000000000001",
        "1::, 00010000000000000000000000000000",
        "2001:DB8::a:1, 20010db80000000000000000000a0001",
        "1:2:3:4:5:6:7:8, 00010002000300040005000600070008",
        "::ffff:192.0.2.1, 00000000000000000000ffffc0000201",
        "1:2:3:4:5:6:1.2.3.4, 00010002000300040005000601020304"
    })
    void parsesIpv6(String text, String hex) {
        byte[] padded = Ascii.bytes("<" + text + ">");

        assertThat(InetCodec.parse6(padded, 1, padded.length - 1)).isEqualTo(bytes(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":1",
                "1:",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4::5:6:7:8",
                "10000::",
                "::x",
                "::1%0",
                "1.2.3.4",
                "::1.2.3",
                "::1.2.3.4:1"
            })
    void refusesOtherForms(String text) {
        byte[] ascii = Ascii.bytes(text);

        assertThat(InetCodec.parse6(ascii, 0, ascii.length)).isNull();
    }

    private static byte @Nullable [] bytes(@Nullable String hex) {
        return hex == null ? null : HexFormat.of().parseHex(hex);
    }
}
