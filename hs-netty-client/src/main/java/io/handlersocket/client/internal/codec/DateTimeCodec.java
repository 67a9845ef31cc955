// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** DATETIME, which has no time zone, and TIMESTAMP if both the server and the SQL session use UTC. */
final class DateTimeCodec extends ColumnCodec {

    private static final String INSTANTS = "Instant, OffsetDateTime, ZonedDateTime, ";
    private static final String LOCAL = "LocalDateTime, LocalDate, java.sql.Timestamp, java.sql.Date or java.util.Date";
    private static final LocalDateTime FIRST_TIMESTAMP = LocalDateTime.of(1970, 1, 1, 0, 0, 1);

    private final boolean instant;

    /** The first second after the range of the type. */
    private final LocalDateTime end;

    /**
     * @param last the last second of the range of TIMESTAMP; null for DATETIME
     */
    DateTimeCodec(Column column, @Nullable Instant last) {
        super(column, (last == null ? "" : INSTANTS) + LOCAL, null, null);
        instant = last != null;
        end = last == null
                ? LocalDateTime.MAX
                : LocalDateTime.ofInstant(last, ZoneOffset.UTC).plusSeconds(1);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        LocalDateTime utc = instant ? DateText.utc(value) : null;
        LocalDateTime key = utc != null ? utc : DateText.local(value);
        if (key == null) {
            throw wrongType(value);
        }
        DateText.requireUndisputedYear(this, value, key.getYear());
        if (instant && (key.isBefore(FIRST_TIMESTAMP) || !key.isBefore(end))) {
            return null;
        }
        return DateText.bytes(key, column().fractionDigits());
    }

    @Override
    public @Nullable Object decode(byte[] buffer, int from, int to) {
        LocalDateTime value = DateText.dateTime(this, buffer, from, to);
        return value == null || !instant ? value : value.toInstant(ZoneOffset.UTC);
    }

    @Override
    @Nullable
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        LocalDateTime value = DateText.dateTime(this, buffer, from, to);
        if (value == null) {
            return null;
        }
        if (instant && type.isAssignableFrom(Instant.class)) {
            return value.toInstant(ZoneOffset.UTC);
        }
        if (instant && type == OffsetDateTime.class) {
            return value.atOffset(ZoneOffset.UTC);
        }
        if (instant && type == ZonedDateTime.class) {
            return value.atZone(ZoneOffset.UTC);
        }
        boolean legacy = type == Timestamp.class || type == java.util.Date.class;
        return legacy ? Timestamp.valueOf(value) : value;
    }
}
