// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Date;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DateCodecTest {

    private final ColumnCodec codec = plain("date");

    @ParameterizedTest
    @CsvSource({
        "0000-12-31, SQL",
        "0001-01-01, [0001-01-01]",
        "1582-10-04, [1582-10-04]",
        "9999-12-31, [9999-12-31]",
        "+10000-01-01, SQL"
    })
    void aYearIsAKeyIfDriverAndServerAgreeOnIt(LocalDate date, String expected) {
        assertThat(decision(codec, date)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1582-12-31, SQL", "1583-01-01, [1583-01-01]", "9999-12-31, [9999-12-31]"})
    void aLegacyDateIsAKeyFromTheFirstGregorianYear(String date, String expected) {
        assertThat(decision(codec, Date.valueOf(date))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, [2024-02-29]", "999, [2024-02-29]", "1000, no row", "86399999999999, no row"})
    void onlyTheFirstMicrosecondOfADayIsMidnight(long nanoOfDay, String expected) {
        LocalDateTime moment = LocalDate.of(2024, 2, 29).atTime(LocalTime.ofNanoOfDay(nanoOfDay));

        assertThat(decision(codec, moment)).isEqualTo(expected);
    }

    @Test
    void convertsToTheLegacyTypeAndToNoTime() {
        assertThat(read(codec, "2024-02-29", java.util.Date.class)).isEqualTo(Date.valueOf("2024-02-29"));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "2024-02-29", LocalTime.class));
    }
}
