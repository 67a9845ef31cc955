// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.internal.protocol.Ascii;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** Formats and parses dates and times of the form {@code 2024-02-29 10:11:12.123456}. */
final class DateText {

    static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 8;

    private DateText() {}

    static byte[] bytes(LocalDate date) {
        byte[] text = new byte[DATE_LENGTH];
        put(text, date);
        return text;
    }

    /** Returns the text with these digits of the second's fraction, or null if they cannot hold the fraction. */
    static byte @Nullable [] bytes(LocalDateTime value, int fractionDigits) {
        LocalTime time = value.toLocalTime();
        byte[] text = time(DATE_LENGTH + 1, time.toSecondOfDay(), time.get(ChronoField.NANO_OF_SECOND), fractionDigits);
        if (text != null) {
            put(text, value.toLocalDate());
            text[DATE_LENGTH] = ' ';
        }
        return text;
    }

    private static void put(byte[] text, LocalDate date) {
        int at = Ascii.put(text, 0, 4, date.getYear());
        text[at++] = '-';
        at = Ascii.put(text, at, 2, date.getMonthValue());
        text[at++] = '-';
        Ascii.put(text, at, 2, date.getDayOfMonth());
    }

    /**
     * Returns the text of a time of at most 999 hours after {@code start} free bytes; null if it cannot hold the
     * fraction.
     */
    static byte @Nullable [] time(int start, int seconds, int nanos, int fractionDigits) {
        if (!fits(nanos, fractionDigits)) {
            return null;
        }
        int hours = seconds / 3600;
        int hourDigits = hours > 99 ? 3 : 2;
        byte[] text = new byte[start + hourDigits + 6 + (fractionDigits > 0 ? fractionDigits + 1 : 0)];
        int at = Ascii.put(text, start, hourDigits, hours);
        text[at++] = ':';
        at = Ascii.put(text, at, 2, seconds / 60 % 60);
        text[at++] = ':';
        at = Ascii.put(text, at, 2, seconds % 60);
        if (fractionDigits > 0) {
            text[at++] = '.';
            Ascii.put(text, at, fractionDigits, nanos / nanosPerUnit(fractionDigits));
        }
        return text;
    }

    static int nanosPerUnit(int fractionDigits) {
        int nanos = 1_000_000_000;
        for (int i = 0; i < fractionDigits; i++) {
            nanos /= 10;
        }
        return nanos;
    }

    /** Returns whether these digits hold a fraction of a second. As in the driver, only whole microseconds count. */
    static boolean fits(int nanos, int fractionDigits) {
        return nanos / 1000 * 1000 % nanosPerUnit(fractionDigits) == 0;
    }

    /** Parses a date; null for 0000-00-00, as from the driver. Refuses one that Java lacks, as 2024-00-10. */
    static @Nullable LocalDate date(ColumnCodec codec, byte[] buffer, int from, int to) {
        if (to - from < DATE_LENGTH || buffer[from + 4] != '-' || buffer[from + 7] != '-') {
            throw codec.malformed();
        }
        int year = Ascii.digits(buffer, from, from + 4);
        int month = Ascii.digits(buffer, from + 5, from + 7);
        int day = Ascii.digits(buffer, from + 8, from + DATE_LENGTH);
        if (year == 0 && month == 0 && day == 0) {
            return null;
        }
        try {
            return LocalDate.of(year, month, day);
        } catch (DateTimeException e) {
            throw codec.doesNotFit(LocalDate.class);
        }
    }

    /** Parses a date and time. Returns null for the date 0000-00-00. */
    static @Nullable LocalDateTime dateTime(ColumnCodec codec, byte[] buffer, int from, int to) {
        LocalDate date = date(codec, buffer, from, to);
        int at = from + DATE_LENGTH + 1;
        if (to < at + TIME_LENGTH || buffer[at - 1] != ' ') {
            throw codec.malformed();
        }
        int hour = Ascii.digits(buffer, at, at + 2);
        int minute = Ascii.digits(buffer, at + 3, at + 5);
        int second = Ascii.digits(buffer, at + 6, at + 8);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
            throw codec.malformed();
        }
        LocalTime time = LocalTime.of(hour, minute, second, nanos(codec, buffer, at + TIME_LENGTH, to));
        return date == null ? null : LocalDateTime.of(date, time);
    }

    /** Parses a fraction such as {@code .123}, which may be empty, and returns its nanoseconds. */
    static int nanos(ColumnCodec codec, byte[] buffer, int from, int to) {
        if (from == to) {
            return 0;
        }
        int fraction = buffer[from] == '.' ? Ascii.digits(buffer, from + 1, to) : Ascii.NOT_DIGITS;
        if (fraction < 0) {
            throw codec.malformed();
        }
        return fraction * nanosPerUnit(to - from - 1);
    }

    /** Converts a value that identifies an instant to this offset. Returns null for a value of another type. */
    static @Nullable LocalDateTime local(Object value, ZoneOffset offset) {
        Instant instant = null;
        if (value instanceof Instant given) {
            instant = given;
        } else if (value instanceof OffsetDateTime given) {
            instant = given.toInstant();
        } else if (value instanceof ZonedDateTime given) {
            instant = given.toInstant();
        }
        try {
            return instant == null ? null : LocalDateTime.ofInstant(instant, offset);
        } catch (DateTimeException e) {
            return instant.isBefore(Instant.EPOCH) ? LocalDateTime.MIN : LocalDateTime.MAX;
        }
    }

    /**
     * Converts a value without a time zone to the date and time that the driver would send. Returns null for a value of
     * another type.
     */
    static @Nullable LocalDateTime local(Object value) {
        if (value instanceof LocalDateTime given) {
            return given;
        }
        if (value instanceof LocalDate given) {
            return given.atStartOfDay();
        }
        if (value instanceof java.sql.Timestamp given) {
            return given.toLocalDateTime();
        }
        if (value instanceof java.sql.Date given) {
            return given.toLocalDate().atStartOfDay();
        }
        if (value.getClass() == java.util.Date.class) {
            return java.sql.Timestamp.from(((java.util.Date) value).toInstant()).toLocalDateTime();
        }
        return null;
    }

    /** Leaves a year to SQL if the driver and the server disagree about its days. */
    static void requireUndisputedYear(ColumnCodec codec, Object value, int year) {
        int first = value instanceof java.util.Date ? 1583 : 1;
        if (year < first || year > 9999) {
            throw codec.undecidable("the JDBC driver sends another date for a year outside " + first + " to 9999");
        }
    }
}
