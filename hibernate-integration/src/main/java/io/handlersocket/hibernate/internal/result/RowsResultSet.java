// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.util.ResultSets;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.Calendar;
import java.util.List;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory, forward only. Each getter returns what Connector/J returns for the same column. Values have the types
 * that {@link io.handlersocket.hibernate.internal.plan.ValueType} decodes to. For use by one thread.
 */
public abstract class RowsResultSet implements ResultSet {

    // Fails instead of returning null in methods that Hibernate's readers are not known to call.
    private static final MethodHandle NEW =
            ResultSets.refusing(MethodHandles.lookup(), "not a value of a row read over HandlerSocket", List.class);

    private final List<@Nullable Object[]> rows;
    private int next;
    private @Nullable Object @Nullable [] values;
    private boolean lastWasNull;
    private @Nullable Calendar calendar;
    private long local;
    private @Nullable LocalTimes localTimes;

    RowsResultSet(List<@Nullable Object[]> rows) {
        this.rows = rows;
    }

    /** Returns the result set of these rows; each has its values from column 1 on. */
    public static RowsResultSet of(List<@Nullable Object[]> rows) {
        try {
            return (RowsResultSet) NEW.invokeExact(rows);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Sets the {@link #bit}s of the columns of which the reader keeps only the local date or time: it calls nothing but
     * {@link Date#toLocalDate()} and {@link Timestamp#toLocalDateTime()} on their values.
     */
    public void setLocal(long columns) {
        this.local = columns;
    }

    /** Returns the bit of a column, from 1; columns after the 64th have none. */
    public static long bit(int column) {
        return column <= Long.SIZE ? 1L << (column - 1) : 0;
    }

    public int size() {
        return rows.size();
    }

    @Override
    public boolean next() {
        values = next < rows.size() ? rows.get(next++) : null;
        return values != null;
    }

    @Override
    public boolean wasNull() {
        return lastWasNull;
    }

    @Override
    public void close() {
        next = rows.size();
        values = null;
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public void setFetchSize(int rows) {}

    @Override
    public @Nullable String getString(int column) throws SQLException {
        return value(column, String.class);
    }

    @Override
    public @Nullable String getNString(int column) throws SQLException {
        return value(column, String.class);
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        Boolean value = value(column, Boolean.class);
        return value != null && value;
    }

    @Override
    public byte getByte(int column) throws SQLException {
        return (byte) integer(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public short getShort(int column) throws SQLException {
        return (short) integer(column, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public int getInt(int column) throws SQLException {
        return (int) integer(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long getLong(int column) throws SQLException {
        return integer(column, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public float getFloat(int column) throws SQLException {
        Float value = value(column, Float.class);
        return value == null ? 0 : value;
    }

    @Override
    public double getDouble(int column) throws SQLException {
        Double value = value(column, Double.class);
        return value == null ? 0 : value;
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        return value(column, BigDecimal.class);
    }

    @Override
    public byte @Nullable [] getBytes(int column) throws SQLException {
        return value(column, byte[].class);
    }

    /** Returns a LOB that is in memory: it needs no connection, and cannot be written. */
    @Override
    public @Nullable Clob getClob(int column) throws SQLException {
        String value = value(column, String.class);
        return value == null ? null : new SerialClob(value.toCharArray());
    }

    /** See {@link #getClob(int)}. */
    @Override
    public @Nullable Blob getBlob(int column) throws SQLException {
        byte[] value = value(column, byte[].class);
        return value == null ? null : new SerialBlob(value);
    }

    @Override
    public @Nullable Date getDate(int column) throws SQLException {
        Temporal moment = value(column, Temporal.class);
        Date only = moment instanceof LocalDate value && (local & bit(column)) != 0
                ? localTimes().date(value)
                : null;
        if (only != null || moment == null) {
            return only;
        }
        return new Date(timestamp(dateTime(moment), calendar()).getTime()); // the driver keeps the time of the day
    }

    @Override
    public @Nullable Time getTime(int column) throws SQLException {
        return getTime(column, calendar());
    }

    /**
     * The driver counts a TIME from midnight of 1 January 1970 in the calendar's zone, by the offset it had in that
     * night.
     */
    @Override
    public @Nullable Time getTime(int column, Calendar calendar) throws SQLException {
        Duration value = value(column, Duration.class);
        if (value == null) {
            return null;
        }
        // Rounds towards zero, also for negative numbers.
        long millis = value.isNegative() ? -value.negated().toMillis() : value.toMillis();
        return new Time(millis - calendar.getTimeZone().getOffset(0));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        LocalDateTime value = moment(column);
        Timestamp only =
                value != null && (local & bit(column)) != 0 ? localTimes().timestamp(value) : null;
        return only != null || value == null ? only : timestamp(value, calendar());
    }

    @Override
    public @Nullable Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        LocalDateTime value = moment(column);
        return value == null ? null : timestamp(value, calendar);
    }

    private @Nullable LocalDateTime moment(int column) throws SQLException {
        Temporal value = value(column, Temporal.class);
        return value == null ? null : dateTime(value);
    }

    private static LocalDateTime dateTime(Temporal value) {
        return value instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) value;
    }

    private static Timestamp timestamp(LocalDateTime value, Calendar calendar) {
        calendar.clear();
        calendar.set(
                value.getYear(),
                value.getMonthValue() - 1,
                value.getDayOfMonth(),
                value.getHour(),
                value.getMinute(),
                value.getSecond());
        Timestamp timestamp = new Timestamp(calendar.getTimeInMillis());
        timestamp.setNanos(value.getNano());
        return timestamp;
    }

    @Override
    public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return value(column, type);
    }

    private long integer(int column, long least, long most) throws SQLException {
        Number value = value(column, Number.class);
        if (value == null) {
            return 0;
        }
        if (value instanceof Integer || value instanceof Long) {
            long exact = value.longValue();
            if (exact >= least && exact <= most) {
                return exact;
            }
        } else {
            BigDecimal exact = new BigDecimal(value.toString()).setScale(0, RoundingMode.DOWN); // as the driver does
            if (exact.compareTo(BigDecimal.valueOf(least)) >= 0 && exact.compareTo(BigDecimal.valueOf(most)) <= 0) {
                return exact.longValue();
            }
        }
        throw new SQLDataException(
                "column " + column + " does not fit (expected " + least + " to " + most + ")", "22003", 1264);
    }

    private LocalTimes localTimes() {
        LocalTimes known = localTimes;
        if (known == null) {
            known = LocalTimes.now();
            localTimes = known;
        }
        return known;
    }

    /** One for all values: a new calendar costs more than the rest of a row. */
    private Calendar calendar() {
        Calendar made = calendar;
        if (made == null) {
            made = Calendar.getInstance();
            calendar = made;
        }
        return made;
    }

    private <T> @Nullable T value(int column, Class<T> type) throws SQLException {
        if (values == null) {
            throw new SQLException("column " + column + " read while not on a row");
        }
        Object value = values[column - 1] == ValueType.ZERO_DATE ? null : values[column - 1];
        lastWasNull = value == null;
        if (value != null && !type.isInstance(value)) {
            throw new SQLDataException("column " + column + " is "
                    + value.getClass().getSimpleName() + " (expected " + type.getSimpleName() + ")");
        }
        return type.cast(value);
    }
}
