// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes keys and filters of the values that a statement is executed with. Safe for all threads. */
record LookupValues(Lookup lookup, IndexChoice choice) {

    private static final int MICROS_DIGITS = 6;

    /** Returns how many requests the constants take: one for each constant of a list beside the key. */
    int alternatives(List<Object> constants) {
        return choices(constants, false);
    }

    private int choices(List<Object> constants, boolean ofKey) {
        for (int i = 0; i < constants.size(); i++) {
            if (constants.get(i) instanceof Lookup.OneOf list && isKeyPart(i) == ofKey) {
                return list.values().size();
            }
        }
        return 1;
    }

    boolean isOfSeveral(List<@Nullable Object[]> keys, List<Object> constants) {
        return keys.size() > 1 || keysOfEach(constants) > 1;
    }

    /** Returns how many keys one of the statement's stands for: one for each constant of a list that is part of it. */
    private int keysOfEach(List<Object> constants) {
        return choices(constants, true);
    }

    private boolean isKeyPart(int constant) {
        for (IndexChoice.Compared part : choice.parts()) {
            if (part.value() - lookup.key().size() == constant) {
                return true;
            }
        }
        return false;
    }

    List<@Nullable Object[]> keys(List<@Nullable Object[]> parameters, List<Object> constants) {
        List<@Nullable Object[]> keys = new ArrayList<>(parameters.size());
        int each = keysOfEach(constants);
        for (@Nullable Object[] one : parameters) {
            for (int i = 0; i < each; i++) {
                keys.add(key(one, each == 1 ? constants : chosen(constants, i)));
            }
        }
        return keys;
    }

    private static List<Object> chosen(List<Object> constants, int which) {
        List<Object> chosen = new ArrayList<>(constants);
        chosen.replaceAll(constant ->
                constant instanceof Lookup.OneOf list ? list.values().get(which) : constant);
        return chosen;
    }

    /** Returns the values of the leading parts of the index. */
    @Nullable
    Object[] key(@Nullable Object[] parameters, List<Object> constants) {
        @Nullable Object[] key = new Object[choice.parts().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = value(parameters, constants, choice.parts().get(i));
        }
        return key;
    }

    /**
     * Returns the filters for all columns that the key does not compare.
     *
     * @param alternative which constant of a list the rows have
     * @return null if no row can pass them, because a value is NULL
     */
    @Nullable
    List<Range.Filter> filters(List<@Nullable Object[]> keys, List<Object> constants, int alternative) {
        if (choice.constants().isEmpty()
                && choice.rest().isEmpty()
                && choice.nulls().isEmpty()) {
            return List.of();
        }
        if (keys.size() > 1 && !choice.rest().isEmpty()) {
            throw LeftToJdbcException.table(
                    "several keys, of which " + choice.definition().columns() + " is only a part");
        }
        List<Range.Filter> filters = new ArrayList<>();
        for (int i = 0; i < constants.size(); i++) {
            if (!(constants.get(i) instanceof Lookup.OneOf && isKeyPart(i))) {
                addConstant(choice.constants().get(i), constants.get(i), alternative, filters);
            }
        }
        for (Column column : choice.nulls()) {
            filters.add(Range.Filter.isNull(column.name()));
        }
        for (IndexChoice.Compared compared : choice.rest()) {
            Object value = value(keys.get(0), constants, compared);
            if (value == null) {
                return null;
            }
            filters.add(filter(compared.column(), Comparison.EQUAL, value));
        }
        return filters;
    }

    /**
     * Returns the ranges that give the rows of one key, or of its range.
     *
     * @param limit rows of each, at most
     */
    List<Range> ranges(@Nullable Object[] parameters, List<Object> constants, int limit) {
        IndexScan scan = choice.scan() == null ? IndexScan.through(choice.definition()) : choice.scan();
        List<Object> equal = new ArrayList<>();
        for (Object part : key(parameters, constants)) {
            equal.add(present(part));
        }
        List<Object> compared = new ArrayList<>();
        for (int i = lookup.key().size(); i < parameters.length; i++) {
            compared.add(value(present(parameters[i]), scan.column(compared.size())));
        }
        List<Range.Filter> filters = filters(List.<@Nullable Object[]>of(parameters), constants, 0);
        return filters == null ? List.of() : new ScanRanges(scan, equal, filters, limit).ranges(compared);
    }

    /** SQL finds nothing, but may refuse one of the other values. */
    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw LeftToJdbcException.value("a range with NULL");
        }
        return value;
    }

    private void addConstant(Column column, Object constant, int alternative, List<Range.Filter> filters) {
        if (!(constant instanceof Lookup.OneOf list)) {
            filters.add(filter(column, Comparison.EQUAL, value(constant, column)));
            return;
        }
        if (!choice.atMostOneRow()) { // the rows would come sorted by the constants, not by the index
            throw LeftToJdbcException.table(
                    "a list of constants, such as several discriminators, without a unique key");
        }
        filters.add(filter(column, Comparison.EQUAL, list.values().get(alternative)));
        for (Object before : list.values().subList(0, alternative)) {
            // The collation may equate two of the constants: a row must not come twice.
            filters.add(filter(column, Comparison.NOT_EQUAL, before));
        }
    }

    private static Range.Filter filter(Column column, Comparison comparison, Object value) {
        return new Range.Filter(column.name(), comparison, value);
    }

    private @Nullable Object value(
            @Nullable Object[] parameters, List<Object> constants, IndexChoice.Compared compared) {
        int constant = compared.value() - lookup.key().size();
        if (constant < 0) {
            Object value = parameters[compared.value()];
            return value == null ? null : value(value, compared.column());
        }
        return value(constants.get(constant), compared.column());
    }

    /**
     * Returns a value for a key, a filter or a bound of this column, which must hold the value as it is. No row equals
     * any other value. Yet MariaDB finds the row that the value rounds to if it uses an index that is not unique, and
     * only SQL knows which index it uses.
     */
    static Object value(Object value, Column column) {
        if (value instanceof BigDecimal decimal && hasTooManyDigits(decimal, column)) {
            throw LeftToJdbcException.value("a key has more decimals than column " + column.name());
        }
        if (value instanceof Temporal temporal && !holds(column, temporal)) {
            throw LeftToJdbcException.value(
                    "a key is a date or time that column " + column.name() + " does not hold exactly");
        }
        return value; // as it came: the client's codec alone knows which texts of a UUID or address SQL reads alike
    }

    private static boolean hasTooManyDigits(BigDecimal decimal, Column column) {
        if (decimal.signum() == 0) {
            return false;
        }
        int scale = scale(column);
        return decimal.scale() > scale && decimal.stripTrailingZeros().scale() > scale;
    }

    /** Returns how many decimals a number has; 0 for other types. */
    static int scale(Column column) {
        return column.dataType().equals("decimal") ? Math.max(column.scale(), 0) : 0;
    }

    private static boolean holds(Column column, Temporal value) {
        return switch (column.dataType()) {
            case "date" -> value instanceof LocalDate;
            case "datetime" ->
                value instanceof LocalDate || (value instanceof LocalDateTime && holdsFraction(column, value));
            case "time" -> value instanceof LocalTime && holdsFraction(column, value);
            default -> false; // a TIMESTAMP, too: SQL compares it in the session's time zone
        };
    }

    private static boolean holdsFraction(Column column, Temporal value) {
        int micros = value.get(ChronoField.MICRO_OF_SECOND);
        for (int digits = column.fractionDigits(); digits < MICROS_DIGITS; digits++) {
            if (micros % 10 != 0) {
                return false;
            }
            micros /= 10;
        }
        return true;
    }
}
