// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.internal.protocol.Ascii;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateTextTest {

    private final ColumnCodec codec = Codecs.plain("datetime");

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "999, 0, true",
        "1000, 0, false",
        "1000, 5, false",
        "1999, 6, true",
        "10000, 5, true",
        "120000000, 1, false",
        "120000000, 2, true"
    })
    void onlyWholeMicrosecondsCount(int nanos, int digits, boolean fits) {
        assertThat(DateText.fits(nanos, digits)).isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-02-29T10:11:12.5, 0,",
        "2024-02-29T10:11:12.5, 1, 2024-02-29 10:11:12.5",
        "2024-02-29T10:11:12.5, 6, 2024-02-29 10:11:12.500000",
        "0001-01-01T00:00:00, 0, 0001-01-01 00:00:00"
    })
    void formatsAndParses(LocalDateTime value, int digits, @Nullable String text) {
        byte[] bytes = DateText.bytes(value, digits);

        assertThat(bytes).isEqualTo(text == null ? null : Ascii.bytes(text));
        if (bytes != null) {
            assertThat(DateText.dateTime(codec, bytes, 0, bytes.length)).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 0", ".1, 100000000", ".123456, 123456000", ".000001, 1000"})
    void parsesFractions(String text, int nanos) {
        byte[] ascii = Ascii.bytes(text);

        assertThat(DateText.nanos(codec, ascii, 0, ascii.length)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-30 00:00:00",
                "2024-00-10 00:00:00",
                "2024/02/29 00:00:00",
                "2024-02-29T00:00:00",
                "2024-02-29 24:00:00",
                "2024-02-29 00:60:00",
                "2024-02-29 00:00:60",
                "2024-02-29 00:00:00.",
                "2024-02-29 00:00:00,5",
                "2024-02-29 00:00",
                "2024-02-29"
            })
    void refusesMalformedText(String text) {
        byte[] ascii = Ascii.bytes(text);

        assertThatIllegalArgumentException().isThrownBy(() -> DateText.dateTime(codec, ascii, 0, ascii.length));
    }

    @Test
    void convertsInstantsToUtc() {
        Instant noon = Instant.parse("2024-02-29T12:00:00Z");
        LocalDateTime expected = LocalDateTime.of(2024, 2, 29, 12, 0);

        assertThat(DateText.local(noon, ZoneOffset.UTC)).isEqualTo(expected);
        assertThat(DateText.local(OffsetDateTime.parse("2024-02-29T14:00:00+02:00"), ZoneOffset.UTC))
                .isEqualTo(expected);
        assertThat(DateText.local(ZonedDateTime.parse("2024-02-29T13:00:00+01:00[Europe/Paris]"), ZoneOffset.UTC))
                .isEqualTo(expected);
        assertThat(DateText.local(Instant.MAX, ZoneOffset.UTC)).isEqualTo(LocalDateTime.MAX);
        assertThat(DateText.local(Instant.MIN, ZoneOffset.UTC)).isEqualTo(LocalDateTime.MIN);
        assertThat(DateText.local(expected, ZoneOffset.UTC)).isNull();
        assertThat(DateText.local(noon)).isNull();
        assertThat(DateText.local(expected)).isEqualTo(expected);
    }
}
