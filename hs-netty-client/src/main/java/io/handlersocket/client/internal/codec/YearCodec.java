// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.time.Year;
import org.jspecify.annotations.Nullable;

/** YEAR: 1901 to 2155, and 0000. As in SQL, the numbers 1 to 99 are two-digit years. */
final class YearCodec extends ColumnCodec {

    YearCodec(Column column) {
        super(column, "Year, Integer, Long, Short or Byte", null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof Year year) {
            return encode(year.getValue());
        }
        if (!isInteger(value)) {
            throw wrongType(value);
        }
        long number = ((Number) value).longValue();
        boolean twoDigits = number >= 1 && number <= 99;
        return encode(twoDigits ? number + (number < 70 ? 2000 : 1900) : number);
    }

    private static byte @Nullable [] encode(long year) {
        if (year != 0 && (year < 1901 || year > 2155)) {
            return null;
        }
        // Zero needs four digits too: the server parses a single 0 as the year 2000.
        byte[] text = new byte[4];
        Ascii.put(text, 0, 4, (int) year);
        return text;
    }

    @Override
    public Year decode(byte[] buffer, int from, int to) {
        return Year.of((int) decodeLong(buffer, from, to));
    }

    @Override
    public long decodeLong(byte[] buffer, int from, int to) {
        int year = Ascii.digits(buffer, from, to);
        if (year == Ascii.NOT_DIGITS) {
            throw malformed();
        }
        return year;
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        boolean integer = type == Integer.class || type == Long.class || type == Short.class;
        return integer ? convertInteger(decodeLong(buffer, from, to), type) : decode(buffer, from, to);
    }
}
