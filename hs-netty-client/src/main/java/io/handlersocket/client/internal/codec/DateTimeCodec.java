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

/** DATETIME, which has no time zone, and TIMESTAMP if the server and its SQL sessions use one offset from UTC. */
final class DateTimeCodec extends ColumnCodec {

    private static final String INSTANTS = "Instant, OffsetDateTime, ZonedDateTime, ";
    private static final String LOCAL = "LocalDateTime, LocalDate, java.sql.Timestamp, java.sql.Date or java.util.Date";

    /** Null for DATETIME. */
    private final @Nullable ZoneOffset offset;

    /** The range of the type: its first second, and the one after its last. */
    private final LocalDateTime first;

    private final LocalDateTime end;

    /** Creates the codec of a DATETIME. */
    DateTimeCodec(Column column) {
        super(column, LOCAL, null, null);
        offset = null;
        first = LocalDateTime.MIN;
        end = LocalDateTime.MAX;
    }

    /**
     * Creates the codec of a TIMESTAMP up to a last second, which the server prints and reads at an offset from UTC.
     */
    DateTimeCodec(Column column, Instant last, ZoneOffset offset) {
        super(column, INSTANTS + LOCAL, null, null);
        this.offset = offset;
        first = LocalDateTime.ofInstant(Instant.ofEpochSecond(1), offset);
        end = LocalDateTime.ofInstant(last, offset).plusSeconds(1);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        LocalDateTime moment = offset == null ? null : DateText.local(value, offset);
        LocalDateTime key = moment != null ? moment : DateText.local(value);
        if (key == null) {
            throw wrongType(value);
        }
        DateText.requireUndisputedYear(this, value, key.getYear());
        if (key.isBefore(first) || !key.isBefore(end)) {
            return null;
        }
        return DateText.bytes(key, column().fractionDigits());
    }

    @Override
    public @Nullable Object decode(byte[] buffer, int from, int to) {
        LocalDateTime value = DateText.dateTime(this, buffer, from, to);
        return value == null || offset == null ? value : value.toInstant(offset);
    }

    @Override
    @Nullable
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        LocalDateTime value = DateText.dateTime(this, buffer, from, to);
        if (value == null) {
            return null;
        }
        if (offset != null && type.isAssignableFrom(Instant.class)) {
            return value.toInstant(offset);
        }
        if (offset != null && type == OffsetDateTime.class) {
            return value.toInstant(offset).atOffset(ZoneOffset.UTC);
        }
        if (offset != null && type == ZonedDateTime.class) {
            return value.toInstant(offset).atZone(ZoneOffset.UTC);
        }
        boolean legacy = type == Timestamp.class || type == java.util.Date.class;
        return legacy ? Timestamp.valueOf(value) : value;
    }
}
