// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** DATE. As in SQL, a key with a time of day equals the date only at midnight. */
final class DateCodec extends ColumnCodec {

    DateCodec(Column column) {
        super(column, "LocalDate, LocalDateTime, java.sql.Date, java.sql.Timestamp or java.util.Date", null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        LocalDateTime local = DateText.local(value);
        if (local == null) {
            throw wrongType(value);
        }
        DateText.requireUndisputedYear(this, value, local.getYear());
        // The driver drops fractions of a microsecond, so the first microsecond of a day counts as midnight.
        boolean midnight = local.toLocalTime().isBefore(LocalTime.of(0, 0, 0, 1000));
        return midnight ? DateText.bytes(local.toLocalDate()) : null;
    }

    @Override
    public @Nullable LocalDate decode(byte[] buffer, int from, int to) {
        if (to - from != DateText.DATE_LENGTH) {
            throw malformed();
        }
        return DateText.date(this, buffer, from, to);
    }

    @Override
    @Nullable
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        LocalDate date = decode(buffer, from, to);
        if (date == null || type.isInstance(date)) {
            return date;
        }
        if (type == LocalDateTime.class) {
            return date.atStartOfDay();
        }
        return type.isAssignableFrom(java.sql.Date.class) ? java.sql.Date.valueOf(date) : date;
    }
}
