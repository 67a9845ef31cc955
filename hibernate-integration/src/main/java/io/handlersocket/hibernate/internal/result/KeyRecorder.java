// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import io.handlersocket.hibernate.internal.jdbc.UnsupportedPreparedStatement;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Records the value that a parameter's binder sets. Binders apply converters and choose the type, so only they know the
 * value that JDBC would send. Of a date or time, that is what the calendar shows at this moment. The driver uses the
 * JVM's time zone if the binder names no calendar.
 */
public final class KeyRecorder extends UnsupportedPreparedStatement {

    // The driver, java.time and the server agree about the days of these years, in any zone.
    private static final long FIRST_MILLIS =
            Instant.parse("1583-01-02T00:00:00Z").toEpochMilli();
    private static final long END_MILLIS = Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private @Nullable Object value;
    private boolean set;

    /**
     * Returns the value that was set, null for NULL, and clears it for the next one.
     *
     * @throws SQLException if no value was set
     */
    public @Nullable Object take() throws SQLException {
        if (!set) {
            throw new SQLException("no value was bound");
        }
        set = false;
        return value;
    }

    @Override
    public void setNull(int position, int type) {
        record(null);
    }

    @Override
    public void setNull(int position, int type, String typeName) {
        record(null);
    }

    @Override
    public void setBoolean(int position, boolean v) {
        record(v);
    }

    @Override
    public void setByte(int position, byte v) {
        record(v);
    }

    @Override
    public void setShort(int position, short v) {
        record(v);
    }

    @Override
    public void setInt(int position, int v) {
        record(v);
    }

    @Override
    public void setLong(int position, long v) {
        record(v);
    }

    @Override
    public void setBigDecimal(int position, BigDecimal v) {
        record(v);
    }

    @Override
    public void setString(int position, String v) {
        record(v);
    }

    @Override
    public void setNString(int position, String v) {
        record(v);
    }

    @Override
    public void setBytes(int position, byte[] v) {
        record(v);
    }

    @Override
    public void setDate(int position, Date v) throws SQLException {
        setDate(position, v, Calendar.getInstance());
    }

    @Override
    public void setDate(int position, Date v, Calendar calendar) throws SQLException {
        record(local(v.getTime(), 0, calendar).toLocalDate());
    }

    @Override
    public void setTime(int position, Time v) throws SQLException {
        setTime(position, v, Calendar.getInstance());
    }

    @Override
    public void setTime(int position, Time v, Calendar calendar) throws SQLException {
        record(local(v.getTime(), Math.floorMod(v.getTime(), 1000) * NANOS_PER_MILLI, calendar)
                .toLocalTime());
    }

    @Override
    public void setTimestamp(int position, Timestamp v) throws SQLException {
        setTimestamp(position, v, Calendar.getInstance());
    }

    @Override
    public void setTimestamp(int position, Timestamp v, Calendar calendar) throws SQLException {
        record(local(v.getTime(), v.getNanos() / NANOS_PER_MICRO * NANOS_PER_MICRO, calendar));
    }

    private static LocalDateTime local(long millis, int nanos, Calendar zone) throws SQLException {
        if (millis < FIRST_MILLIS || millis >= END_MILLIS) {
            throw new SQLFeatureNotSupportedException("a year outside 1583 to 9999");
        }
        Calendar calendar = new GregorianCalendar(zone.getTimeZone());
        calendar.setTimeInMillis(millis);
        return LocalDateTime.of(
                calendar.get(Calendar.YEAR),
                calendar.get(Calendar.MONTH) + 1,
                calendar.get(Calendar.DAY_OF_MONTH),
                calendar.get(Calendar.HOUR_OF_DAY),
                calendar.get(Calendar.MINUTE),
                calendar.get(Calendar.SECOND),
                nanos);
    }

    @Override
    public void setObject(int position, Object v) throws SQLException {
        if (!(v instanceof UUID || v instanceof String)) {
            super.setObject(position, v);
        }
        record(v);
    }

    @Override
    public void setObject(int position, Object v, int type) throws SQLException {
        setObject(position, v);
    }

    private void record(@Nullable Object v) {
        value = v;
        set = true;
    }
}
