// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.sql.Time;
import java.time.Duration;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** TIME, from -838:59:59 to 838:59:59: a duration or a time of day. */
final class TimeCodec extends ColumnCodec {

    private static final Duration END = Duration.ofHours(839);
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    TimeCodec(Column column) {
        super(column, "Duration, LocalTime or java.sql.Time", null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof LocalTime time) {
            return encode(time.toNanoOfDay());
        }
        if (value instanceof Duration duration) {
            if (duration.isNegative() || duration.compareTo(END) >= 0) {
                throw undecidable("the JDBC driver sends another value for a Duration outside 0 to 838:59:59");
            }
            return encode(duration.toNanos());
        }
        if (value instanceof Time time) {
            long millis = Math.floorMod(time.getTime(), 1000L);
            return encode(time.toLocalTime().toSecondOfDay() * NANOS_PER_SECOND + millis * NANOS_PER_MILLI);
        }
        throw wrongType(value);
    }

    private byte @Nullable [] encode(long nanos) {
        int seconds = (int) (nanos / NANOS_PER_SECOND);
        return DateText.time(0, seconds, (int) (nanos % NANOS_PER_SECOND), column().fractionDigits());
    }

    @Override
    public Duration decode(byte[] buffer, int from, int to) {
        boolean negative = from < to && buffer[from] == '-';
        int start = negative ? from + 1 : from;
        int colon = Ascii.indexOf(':', buffer, start, to);
        if (to - colon < 6 || buffer[colon + 3] != ':') {
            throw malformed();
        }
        int hours = Ascii.digits(buffer, start, colon);
        int minutes = Ascii.digits(buffer, colon + 1, colon + 3);
        int seconds = Ascii.digits(buffer, colon + 4, colon + 6);
        if (hours < 0 || minutes < 0 || seconds < 0) {
            throw malformed();
        }
        int nanos = DateText.nanos(this, buffer, colon + 6, to);
        Duration value = Duration.ofSeconds(hours * 3600L + minutes * 60L + seconds, nanos);
        return negative ? value.negated() : value;
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        Duration value = decode(buffer, from, to);
        if (type != LocalTime.class && type != Time.class) {
            return value;
        }
        if (value.isNegative() || value.toDays() > 0) {
            throw doesNotFit(type);
        }
        long nanos = value.toNanos();
        LocalTime time = LocalTime.ofNanoOfDay(nanos);
        if (type == LocalTime.class) {
            return time;
        }
        if (nanos % NANOS_PER_MILLI != 0) {
            throw doesNotFit(type);
        }
        return new Time(Time.valueOf(time).getTime() + nanos % NANOS_PER_SECOND / NANOS_PER_MILLI);
    }
}
