// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RowsResultSetTest {

    @Test
    void showsEachRowOnce() throws SQLException {
        RowsResultSet row = RowsResultSet.of(List.of(new Object[] {7, null, "x"}, new Object[] {8, null, "y"}));
        assertThatThrownBy(() -> row.getInt(1)).isInstanceOf(SQLException.class);
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(7);
        assertThat(row.wasNull()).isFalse();
        assertThat(row.getLong(2)).isZero();
        assertThat(row.wasNull()).isTrue();
        assertThat(row.getString(3)).isEqualTo("x");
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(8);
        assertThat(row.next()).isFalse();
        assertThat(row.next()).isFalse();
        assertThatThrownBy(() -> row.getInt(1)).isInstanceOf(SQLException.class);
        assertThat(RowsResultSet.of(List.of()).next()).isFalse();
    }

    @Test
    void refusesWhatDoesNotFitAndWhatNobodyThoughtOf() throws SQLException {
        RowsResultSet row = RowsResultSet.of(List.<Object[]>of(new Object[] {4_294_967_295L, "x"}));
        assertThat(row.next()).isTrue();
        assertThatThrownBy(() -> row.getInt(1))
                .isInstanceOf(SQLDataException.class)
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("22003");
        assertThatThrownBy(() -> row.getInt(2)).isInstanceOf(SQLDataException.class);
        assertThatThrownBy(() -> row.getString("x")).isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThatThrownBy(() -> row.updateInt(1, 1)).isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    @Test
    void recordsKeysAndRefusesOthers() throws SQLException {
        KeyRecorder recorder = new KeyRecorder();
        PreparedStatement statement = recorder.statement();
        statement.setLong(1, 5);
        assertThat(recorder.take()).isEqualTo(5L);
        assertThatThrownBy(recorder::take).isInstanceOf(SQLException.class);
        statement.setNull(1, 0);
        assertThat(recorder.take()).isNull();
        UUID uuid = UUID.randomUUID();
        statement.setObject(1, uuid);
        assertThat(recorder.take()).isEqualTo(uuid);
        assertThatThrownBy(() -> statement.setObject(1, 1.5)).isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThatThrownBy(() -> statement.setDouble(1, 1.5)).isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    @Test
    void recordsDatesAndTimesAsTheirCalendarShowsThem() throws SQLException {
        KeyRecorder recorder = new KeyRecorder();
        PreparedStatement statement = recorder.statement();
        LocalDateTime local = LocalDateTime.of(2024, 7, 1, 12, 0, 0, 123_456_789);
        statement.setTimestamp(1, Timestamp.valueOf(local));
        assertThat(recorder.take()).isEqualTo(local.withNano(123_456_000));
        Calendar berlin = Calendar.getInstance(TimeZone.getTimeZone("Europe/Berlin"));
        long before = berlin.getTimeInMillis();
        statement.setTimestamp(1, Timestamp.from(Instant.parse("2024-07-01T22:30:00Z")), berlin);
        assertThat(recorder.take()).isEqualTo(LocalDateTime.of(2024, 7, 2, 0, 30));
        assertThat(berlin.getTimeInMillis()).as("shared by all threads").isEqualTo(before);
        statement.setDate(1, new Date(Instant.parse("2024-07-01T22:30:00Z").toEpochMilli()), berlin);
        assertThat(recorder.take()).isEqualTo(LocalDate.of(2024, 7, 2));
        statement.setTime(1, new Time(Instant.parse("1970-01-01T22:30:00.007Z").toEpochMilli()), berlin);
        assertThat(recorder.take()).isEqualTo(LocalTime.of(23, 30, 0, 7_000_000));
        for (String outside : new String[] {"1582-12-31T00:00:00Z", "-0010-01-01T00:00:00Z", "9999-12-31T12:00:00Z"}) {
            Timestamp moment = Timestamp.from(Instant.parse(outside));
            assertThatThrownBy(() -> statement.setTimestamp(1, moment))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        }
    }

    @Test
    void aColumnAfterThe64thHasNoBitOfAnother() {
        assertThat(RowsResultSet.bit(1)).isEqualTo(1);
        assertThat(RowsResultSet.bit(64)).isEqualTo(Long.MIN_VALUE);
        assertThat(RowsResultSet.bit(65)).isZero();
    }
}
