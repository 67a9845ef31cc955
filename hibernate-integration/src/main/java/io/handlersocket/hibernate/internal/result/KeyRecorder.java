// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * Records the value that a parameter's binder sets. Binders apply converters and choose the type, so only they know the
 * value that JDBC would send. Of a date or time, that is what the calendar shows at this moment. The driver uses the
 * JVM's time zone if the binder names no calendar.
 */
public final class KeyRecorder {

    // The driver, java.time and the server agree about the days of these years, in any zone.
    private static final long FIRST_MILLIS =
            Instant.parse("1583-01-02T00:00:00Z").toEpochMilli();
    private static final long END_MILLIS = Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    // A proxy, because a key has few parts, and the interface has about 100 methods.
    private final PreparedStatement statement = (PreparedStatement) Proxy.newProxyInstance(
            KeyRecorder.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, this::set);
    private @Nullable Object value;
    private boolean set;

    /** Returns the statement to bind to; it refuses everything but setters of values that can be a key. */
    public PreparedStatement statement() {
        return statement;
    }

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

    @NullUnmarked // java.sql says nothing of null
    private Object set(Object proxy, Method method, Object[] arguments) throws SQLException {
        value = switch (method.getName()) {
            case "setNull" -> null;
            case "setBoolean",
                    "setByte",
                    "setShort",
                    "setInt",
                    "setLong",
                    "setBigDecimal",
                    "setString",
                    "setNString",
                    "setBytes" -> arguments[1];
            case "setDate" ->
                local(((Date) arguments[1]).getTime(), 0, calendar(arguments)).toLocalDate();
            case "setTime" -> {
                long millis = ((Time) arguments[1]).getTime();
                yield local(millis, Math.floorMod(millis, 1000) * NANOS_PER_MILLI, calendar(arguments))
                        .toLocalTime();
            }
            case "setTimestamp" -> {
                Timestamp moment = (Timestamp) arguments[1];
                int nanos = moment.getNanos() / NANOS_PER_MICRO * NANOS_PER_MICRO;
                yield local(moment.getTime(), nanos, calendar(arguments));
            }
            case "setObject" -> object(arguments);
            default -> throw unsupported();
        };
        set = true;
        return null;
    }

    private static Calendar calendar(@Nullable Object[] arguments) {
        return arguments.length > 2 && arguments[2] instanceof Calendar given ? given : Calendar.getInstance();
    }

    private static Object object(@Nullable Object[] arguments) throws SQLException {
        boolean plain = arguments.length == 2 || (arguments.length == 3 && arguments[2] instanceof Integer);
        if (!plain || !(arguments[1] instanceof UUID || arguments[1] instanceof String)) {
            throw unsupported();
        }
        return arguments[1];
    }

    private static SQLException unsupported() {
        return new SQLFeatureNotSupportedException("not a key value that HandlerSocket takes");
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
}
