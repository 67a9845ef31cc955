// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read without a calendar is what is read with one, in every zone of this JVM. */
class LocalTimesTest {

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 11, 23, 12, 0, 0, 123_456_000);

    private final TimeZone zone = TimeZone.getDefault();
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
    }

    @Test
    void keepsWhatTheCalendarKeepsAroundEveryChangeOfEveryZone() throws SQLException {
        Set<ZoneRules> seen = new HashSet<>();
        for (String id : TimeZone.getAvailableIDs()) {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            if (!seen.add(ZoneId.systemDefault().getRules())) {
                continue; // another name of the same zone
            }
            for (LocalDateTime value : moments(ZoneId.systemDefault())) {
                Timestamp exact = requireNonNull(row(value, 0).getTimestamp(1));
                assertThat(requireNonNull(row(value, 1).getTimestamp(1)).toLocalDateTime())
                        .as("%s in %s", value, id)
                        .isEqualTo(exact.toLocalDateTime());
                LocalDate day = value.toLocalDate();
                assertThat(requireNonNull(row(day, 1).getDate(1)).toLocalDate())
                        .as("%s in %s", day, id)
                        .isEqualTo(requireNonNull(row(day, 0).getDate(1)).toLocalDate());
            }
        }
    }

    /** Values before, in and after each change of the zone, and at the ends of time. */
    private static List<LocalDateTime> moments(ZoneId zone) {
        List<LocalDateTime> moments = new ArrayList<>(List.of(
                NOON,
                LocalDateTime.of(1, 1, 1, 0, 0),
                LocalDateTime.of(1582, 10, 10, 0, 0),
                LocalDateTime.of(1883, 11, 18, 12, 1),
                LocalDateTime.of(1900, 1, 1, 0, 0, 30),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59)));
        ZoneOffsetTransition change = zone.getRules()
                .nextTransition(LocalDateTime.of(1880, 1, 1, 0, 0).toInstant(ZoneOffset.UTC));
        while (change != null && change.getInstant().atOffset(ZoneOffset.UTC).getYear() < 2045) {
            LocalDateTime before = change.getDateTimeBefore();
            moments.addAll(List.of(
                    before.minusSeconds(1),
                    before,
                    before.plusMinutes(29),
                    change.getDateTimeAfter().minusSeconds(1),
                    change.getDateTimeAfter()));
            change = zone.getRules().nextTransition(change.getInstant());
        }
        return moments;
    }

    @Test
    void needsNoCalendarWhereTheZoneHasTheTime() {
        for (String id : List.of("UTC", "Europe/Berlin", "Asia/Tokyo", "America/New_York")) {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            LocalTimes times = LocalTimes.now();
            assertThat(times.timestamp(NOON)).as(id).isNotNull();
            assertThat(times.date(NOON.toLocalDate())).as(id).isNotNull();
            assertThat(LocalTimes.now()).isSameAs(times);
        }
    }

    @Test
    void leavesSkippedTimesOtherCalendarsAndUnknownZonesToTheCalendar() {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        assertThat(LocalTimes.now().timestamp(LocalDateTime.of(2026, 3, 29, 2, 30)))
                .isNull();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
        assertThat(LocalTimes.now().date(LocalDate.of(2011, 12, 30))).isNull();
        TimeZone.setDefault(new SimpleTimeZone(3_600_000, "mine", 2, 8, -1, 7_200_000, 9, 8, -1, 7_200_000));
        assertThat(LocalTimes.now().timestamp(NOON)).isNull();
        TimeZone.setDefault(new Early());
        assertThat(LocalTimes.now().timestamp(NOON)).isNull();
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        assertThat(LocalTimes.now().timestamp(NOON)).isNotNull();
        Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist"));
        assertThat(LocalTimes.now().timestamp(NOON)).isNull();
        assertThat(LocalTimes.now().date(LocalDate.of(1900, 1, 1))).isNull();
    }

    @Test
    void givesOrdinaryDatesForOtherColumns() throws SQLException {
        RowsResultSet row = RowsResultSet.of(
                Arrays.<Object[]>asList(new Object[] {NOON, NOON, NOON.toLocalDate(), NOON.toLocalDate()}));
        row.setLocal(0b1010);
        row.next();
        assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf(NOON)).hasSameClassAs(new Timestamp(0));
        assertThat(requireNonNull(row.getTimestamp(2)).getClass()).isNotEqualTo(Timestamp.class);
        assertThat(row.getDate(3)).isEqualTo(Date.valueOf("2026-11-23")).hasSameClassAs(new Date(0));
        assertThat(requireNonNull(row.getDate(4)).getClass()).isNotEqualTo(Date.class);
    }

    /** Has the name, the raw offset and the daylight time of UTC, and other offsets. */
    private static final class Early extends TimeZone {

        private static final long serialVersionUID = 1L;

        Early() {
            setID("UTC");
        }

        @Override
        public int getOffset(int era, int year, int month, int day, int dayOfWeek, int millis) {
            return 3_600_000;
        }

        @Override
        public void setRawOffset(int millis) {}

        @Override
        public int getRawOffset() {
            return 0;
        }

        @Override
        public boolean useDaylightTime() {
            return false;
        }

        @Override
        public boolean inDaylightTime(java.util.Date date) {
            return false;
        }
    }

    private static RowsResultSet row(Object value, long local) {
        RowsResultSet row = RowsResultSet.of(List.<Object[]>of(new Object[] {value}));
        row.setLocal(local);
        row.next();
        return row;
    }
}
