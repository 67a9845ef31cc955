// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateTimeCodecTest {

    private static final String TEXT = "2024-02-29 10:11:12";

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00.999Z, no row",
        "1970-01-01T00:00:01Z, [1970-01-01 00:00:01.000]",
        "2038-01-19T03:14:07.999Z, [2038-01-19 03:14:07.999]",
        "2038-01-19T03:14:08Z, no row"
    })
    void noRowHoldsATimestampOutOfRange(Instant instant, String expected) {
        assertThat(decision(plain("timestamp", 0, 3, UTC), instant)).isEqualTo(expected);
    }

    @Test
    void onlyATimestampIsAnInstant() {
        ColumnCodec timestamp = plain("timestamp");
        Instant instant = Instant.parse("2024-02-29T10:11:12Z");

        assertThat(read(timestamp, TEXT, OffsetDateTime.class)).isEqualTo(instant.atOffset(ZoneOffset.UTC));
        assertThat(read(timestamp, TEXT, ZonedDateTime.class)).isEqualTo(instant.atZone(ZoneOffset.UTC));
        for (Class<?> type : new Class<?>[] {Instant.class, OffsetDateTime.class, ZonedDateTime.class}) {
            assertThatIllegalArgumentException().isThrownBy(() -> read(plain("datetime"), TEXT, type));
        }
    }

    @Test
    void theLegacyTypesAreInTheZoneOfThisMachine() {
        for (String type : new String[] {"datetime", "timestamp"}) {
            assertThat(read(plain(type), TEXT, java.util.Date.class)).isEqualTo(Timestamp.valueOf(TEXT));
        }
    }
}
