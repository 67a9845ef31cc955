// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import java.sql.Date;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Makes the dates of java.sql that are read only as the local date or time that they hold. The driver finds the instant
 * that a calendar of the JVM's zone shows as the value, and Hibernate asks what the zone shows at that instant. That is
 * the same value, unless the zone skips it or the calendar is another one. Then there is no such date here. Safe for
 * all threads.
 */
record LocalTimes(TimeZone zone, Locale locale, @Nullable ZoneRules rules) {

    // In these years, TimeZone and java.time have the same rules: TimeZone has none before 1900, and a general one
    // after
    // 2037.
    private static final int FIRST_YEAR = 1910;
    private static final int LAST_YEAR = 2036;

    // A calendar for each answer takes longer than reading a row.
    private static volatile LocalTimes newest = of(TimeZone.getDefault(), formatLocale());

    /** Returns those of the JVM's default zone and locale now. */
    static LocalTimes now() {
        LocalTimes known = newest;
        TimeZone zone = TimeZone.getDefault();
        Locale locale = formatLocale();
        if (!known.zone.equals(zone) || !known.locale.equals(locale)) {
            known = of(zone, locale);
            newest = known;
        }
        return known;
    }

    private static LocalTimes of(TimeZone zone, Locale locale) {
        boolean gregorian = Calendar.getInstance(zone, locale).getClass() == GregorianCalendar.class;
        return new LocalTimes(zone, locale, gregorian ? rules(zone) : null);
    }

    /** Returns java.time's rules for this zone; null if they may differ, as for an application's own class. */
    private static @Nullable ZoneRules rules(TimeZone zone) {
        try {
            ZoneId id = zone.toZoneId();
            TimeZone known = TimeZone.getTimeZone(id);
            // A subclass can inherit the comparison and override the offsets.
            return zone.getClass() == known.getClass() && zone.hasSameRules(known) ? id.getRules() : null;
        } catch (DateTimeException e) { // java.time does not know the zone
            return null;
        }
    }

    /** Returns the locale by which {@link Calendar#getInstance()} chooses the calendar. */
    private static Locale formatLocale() {
        return Locale.getDefault(Locale.Category.FORMAT);
    }

    /** Returns a date of which only {@link Date#toLocalDate()} may be called; null if only a calendar can make it. */
    @Nullable
    Date date(LocalDate value) {
        return keeps(value.atStartOfDay()) ? new OnlyDate(value) : null;
    }

    /** As {@link #date}, for {@link Timestamp#toLocalDateTime()}. */
    @Nullable
    Timestamp timestamp(LocalDateTime value) {
        return keeps(value) ? new OnlyTimestamp(value) : null;
    }

    private boolean keeps(LocalDateTime value) {
        ZoneRules known = rules;
        if (known == null || value.getYear() < FIRST_YEAR || value.getYear() > LAST_YEAR) {
            return false;
        }
        if (known.isFixedOffset()) {
            return true;
        }
        ZoneOffsetTransition change = known.getTransition(value);
        return change == null || !change.isGap();
    }

    @SuppressWarnings("JavaUtilDate") // that is what Hibernate asks a result set for
    private static final class OnlyDate extends Date {

        private static final long serialVersionUID = 1L;

        private final LocalDate value;

        OnlyDate(LocalDate value) {
            super(0);
            this.value = value;
        }

        @Override
        public LocalDate toLocalDate() {
            return value;
        }
    }

    @SuppressWarnings("JavaUtilDate") // as above
    private static final class OnlyTimestamp extends Timestamp {

        private static final long serialVersionUID = 1L;

        private final LocalDateTime value;

        OnlyTimestamp(LocalDateTime value) {
            super(0);
            this.value = value;
        }

        @Override
        public LocalDateTime toLocalDateTime() {
            return value;
        }
    }
}
