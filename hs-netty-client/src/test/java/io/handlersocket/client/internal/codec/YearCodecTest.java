// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Year;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YearCodecTest {

    private final ColumnCodec codec = plain("year");

    /** A number is a two-digit year from 1 to 99; a {@link Year} never is. */
    @ParameterizedTest
    @CsvSource({
        "-1, no row, no row",
        "0, [0000], [0000]",
        "1, [2001], no row",
        "69, [2069], no row",
        "70, [1970], no row",
        "99, [1999], no row",
        "100, no row, no row",
        "1900, no row, no row",
        "1901, [1901], [1901]",
        "2155, [2155], [2155]",
        "2156, no row, no row"
    })
    void encodesYears(int value, String ofNumber, String ofYear) {
        assertThat(decision(codec, value)).isEqualTo(ofNumber);
        assertThat(decision(codec, (long) value)).isEqualTo(ofNumber);
        assertThat(decision(codec, Year.of(value))).isEqualTo(ofYear);
    }

    @Test
    void readsYears() {
        assertThat(read(codec, "1970")).isEqualTo(Year.of(1970));
        assertThat(read(codec, "1970", long.class)).isEqualTo(1970);
        assertThat(read(codec, "1970", short.class)).isEqualTo((short) 1970);
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "1970", byte.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "-1"));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encodeKey("1970"));
    }
}
