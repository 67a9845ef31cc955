// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.io.IOException;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

/** Dates and times. */
class TimeKeyIT extends KeyTests {

    private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 2, 29, 10, 11, 12);
    private static final String[] MOMENTS = {
        "'2024-02-29'",
        "'2024-02-29 10:11:12'",
        "'2024-02-29 10:11:12.1'",
        "'2024-02-29 10:11:12.123'",
        "'2024-02-29 10:11:12.123456'",
        "'2024-02-29 10:11:13'",
        "'0000-00-00'",
        "'1582-10-10'",
        "'0001-01-01'",
        "'9999-12-31'",
        "'9999-12-31 23:59:59'",
        "NULL",
        "'1970-01-01 00:00:01'",
        "'2038-01-19 03:14:07'",
        "'2038-01-19 03:14:08'",
        "'2106-02-07 06:28:15.999999'",
        "'2106-02-07 06:28:16'",
        "'2024-00-00'"
    };

    @Test
    void datesEqualNoOtherDay() throws IOException, SQLException {
        table("DATE")
                .rows(MOMENTS)
                .rows("'2000-01-01'")
                .sent(
                        MOMENT.toLocalDate(),
                        Date.valueOf("2024-02-29"),
                        MOMENT.toLocalDate().atStartOfDay())
                .sent(LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31), LocalDate.of(1582, 10, 10))
                .sent(Timestamp.valueOf("2024-02-29 00:00:00"), LocalDateTime.of(2024, 2, 29, 0, 0, 0, 999))
                .noRow(MOMENT, MOMENT.toLocalDate().atTime(23, 59, 59), Timestamp.valueOf(MOMENT))
                .undecidable(LocalDate.of(10000, 1, 1), LocalDate.of(0, 1, 1), LocalDate.of(-1, 1, 1))
                .wrongType("2024-02-30", 20240229, LocalTime.NOON, Instant.EPOCH, "abc");
    }

    @Test
    void fractionsOfASecondAreNotCut() throws IOException, SQLException {
        for (int digits : new int[] {0, 1, 3, 6}) {
            KeyTable table = table("DATETIME(" + digits + ')')
                    .rows(MOMENTS)
                    .sent(MOMENT, MOMENT.withNano(999), Timestamp.valueOf(MOMENT), MOMENT.toLocalDate())
                    .sent(java.util.Date.from(Timestamp.valueOf(MOMENT).toInstant()), Date.valueOf("2024-02-29"))
                    .sent(LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.of(9999, 12, 31, 23, 59, 59))
                    .undecidable(LocalDateTime.of(10000, 1, 1, 0, 0), LocalDateTime.of(0, 1, 1, 0, 0))
                    .undecidable(Timestamp.valueOf("1582-10-10 00:00:00"))
                    .wrongType("2024-02-29 10:11:12", Instant.EPOCH, Time.valueOf("10:11:12"), LocalTime.NOON);
            for (int nanos : new int[] {100_000_000, 123_000_000, 123_456_000, 123_456_789, 600_000_000, 999_999_999}) {
                table.check(MOMENT.withNano(nanos));
                table.check(Timestamp.valueOf(MOMENT.withNano(nanos)));
            }
        }
        table("DATETIME").rows(MOMENTS).noRow(MOMENT.withNano(1000), MOMENT.withNano(600_000_000));
        table("DATETIME(3)").rows(MOMENTS).noRow(MOMENT.withNano(123_456_000)).sent(MOMENT.withNano(123_000_999));
    }

    @Test
    void timestampsAreUtcAndInRange() throws IOException, SQLException {
        Instant instant = Instant.parse("2024-02-29T10:11:12Z");
        Instant last = lastTimestamp();
        table("TIMESTAMP NULL")
                .rows(MOMENTS)
                .sent(instant, OffsetDateTime.parse("2024-02-29T12:11:12+02:00"), MOMENT, MOMENT.toLocalDate())
                .sent(ZonedDateTime.parse("2024-02-29T10:11:12Z"), Timestamp.valueOf(MOMENT))
                .sent(Instant.parse("1970-01-01T00:00:01Z"), Instant.parse("2038-01-19T03:14:07Z"), last)
                .noRow(Instant.EPOCH, last.plusSeconds(1), LocalDate.of(9999, 12, 31))
                .noRow(Instant.parse("1969-12-31T00:00:00Z"), instant.plusMillis(500))
                .undecidable(Instant.MAX, Instant.MIN)
                .wrongType("abc", 0L);
        table("TIMESTAMP(6) NULL").rows(MOMENTS).sent(instant.plusNanos(123_456_789), instant);
    }

    @Test
    void timesAreNeitherCutNorClamped() throws IOException, SQLException {
        String[] rows = {
            "'10:11:12'", "'10:11:12.6'", "'838:59:59'", "'-838:59:59'", "'100:00:00'", "'00:00:00'", "'-00:00:05'"
        };
        table("TIME")
                .rows(rows)
                .sent(LocalTime.of(10, 11, 12), Duration.ofHours(100), Duration.ZERO, Time.valueOf("10:11:12"))
                .sent(Duration.ofHours(838).plusMinutes(59).plusSeconds(59), LocalTime.MIDNIGHT)
                .noRow(LocalTime.of(10, 11, 12, 600_000_000))
                .undecidable(Duration.ofSeconds(-5), Duration.ofHours(999), Duration.ofSeconds(Long.MAX_VALUE))
                .wrongType("10:11:12", 101112, MOMENT);
        table("TIME(1)")
                .rows(rows)
                .sent(LocalTime.of(10, 11, 12, 600_000_000), LocalTime.of(10, 11, 12))
                .sent(Duration.ofSeconds(36672, 600_000_000))
                .noRow(LocalTime.of(10, 11, 12, 610_000_000));
        table("TIME(6)").rows(rows).sent(LocalTime.of(10, 11, 12, 600_000_999), LocalTime.of(10, 11, 12));
    }
}
