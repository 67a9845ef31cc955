// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.planner.Condition.Compared;
import io.handlersocket.hibernate.internal.planner.SqlText.ColumnName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition in which columns equal parameters or constants: {@code a=?}, {@code (a,b)=(?,?)}, {@code a in (?,?)},
 * {@code (a,b) in ((?,?),(?,?))}, {@code kind='x'}, {@code kind in ('x','y')}, {@code deleted is null}. At most one
 * list has several keys. One range may be joined to them: {@code b>=?}, {@code b between 1 and 5}, or the rows after a
 * given one in the order of several columns, {@code b>? or b=? and id>?}.
 */
final class KeyCondition {

    private final String alias;
    private final List<String> single = new ArrayList<>();
    private final List<Object> singleValues = new ArrayList<>();
    private final List<String> listed = new ArrayList<>();
    private final List<Restriction> restrictions = new ArrayList<>();
    private final List<RangeAndOrder.Bound> bounds = new ArrayList<>();
    private final List<Integer> rangeValues = new ArrayList<>(); // positions, as those of keys()
    private final List<Object> rangeConstants = new ArrayList<>();
    private RangeAndOrder.@Nullable After after;
    private List<List<Object>> listedValues = List.of(List.of());

    /**
     * @param alias the alias of the table with the key
     * @throws LeftToJdbcException if the condition has any other form
     */
    KeyCondition(Condition condition, String alias) {
        this.alias = alias;
        for (Compared compared : condition.compared()) {
            if (compared.operator() == null) {
                compared.columns().forEach(column -> restrictions.add(new Restriction(column, null)));
            } else if (compared.operator() != Comparison.EQUAL) {
                addBound(compared);
            } else if (compared.isEqual()) {
                for (int i = 0; i < compared.columns().size(); i++) {
                    addEqual(compared.columns().get(i), compared.values().get(0).get(i), compared.restriction());
                }
            } else {
                addList(compared);
            }
        }
        if (!condition.alternatives().isEmpty()) {
            addAfter(new ArrayList<>(condition.alternatives()));
        }
    }

    private void addEqual(ColumnName column, Object value, boolean restriction) {
        if (value instanceof ColumnName) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        if (value instanceof Lookup.Parameter && column.alias().equals(alias) && !restriction) {
            single.add(column.name());
            singleValues.add(value);
        } else {
            restrictions.add(new Restriction(column, value));
        }
    }

    private void addList(Compared list) {
        if (list.columns().stream().anyMatch(column -> !column.alias().equals(alias))) {
            throw LeftToJdbcException.of(ReasonCode.COMPARES_OTHER_TABLE);
        }
        List<Object> values = list.values().stream().flatMap(List::stream).toList();
        if (values.stream().allMatch(Lookup.Parameter.class::isInstance)) {
            if (!listed.isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.SEVERAL_KEY_LISTS);
            }
            // With padding, the marks after the last key repeat it, or hold further keys of the same text.
            list.columns().forEach(column -> listed.add(column.name()));
            listedValues = list.values();
            return;
        }
        if (list.columns().size() > 1
                || values.stream()
                        .anyMatch(value -> value instanceof Lookup.Parameter || value instanceof ColumnName)) {
            throw LeftToJdbcException.of(ReasonCode.MIXED_LIST);
        }
        if (hasConstantList()) {
            throw LeftToJdbcException.of(ReasonCode.SEVERAL_CONSTANT_LISTS);
        }
        List<Object> different = values.stream().distinct().toList(); // padding repeats the last one
        restrictions.add(new Restriction(
                list.columns().get(0), different.size() == 1 ? different.get(0) : new Lookup.OneOf(different)));
    }

    private boolean hasConstantList() {
        return restrictions.stream().anyMatch(restriction -> restriction.value() instanceof Lookup.OneOf);
    }

    private void addBound(Compared compared) {
        RangeAndOrder.Bound bound = new RangeAndOrder.Bound(column(compared), comparison(compared), compared.between());
        for (RangeAndOrder.Bound other : bounds) {
            if (!other.column().equalsIgnoreCase(bound.column())) {
                throw LeftToJdbcException.of(ReasonCode.RANGES_OF_TWO_COLUMNS, other.column(), bound.column());
            }
            if (other.isUpper() == bound.isUpper()) {
                throw LeftToJdbcException.of(ReasonCode.TWO_BOUNDS);
            }
        }
        bounds.add(bound);
        rangeValues.add(position(compared.value()));
    }

    private String column(Compared compared) {
        if (compared.columns().size() > 1) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        ColumnName column = compared.columns().get(0);
        if (!column.alias().equals(alias)) {
            throw LeftToJdbcException.of(ReasonCode.RANGE);
        }
        return column.name();
    }

    private static Comparison comparison(Compared compared) {
        Comparison comparison = compared.operator();
        if (comparison == null || comparison == Comparison.EQUAL) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        return comparison;
    }

    private int position(Object value) {
        if (value instanceof ColumnName) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        if (value instanceof Lookup.Parameter parameter) {
            return parameter.position();
        }
        rangeConstants.add(value);
        return -rangeConstants.size();
    }

    /** Adds {@code (a > ?) or (a = ? and b > ?) or …}; the terms may come in any order. */
    private void addAfter(List<List<Compared>> terms) {
        terms.sort(Comparator.comparing(List::size));
        List<String> columns = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        for (List<Compared> term : terms) {
            List<Compared> last = term.stream().filter(part -> !part.isEqual()).toList();
            if (term.size() != columns.size() + 1 || last.size() != 1) {
                throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
            }
            for (String column : columns) {
                rangeValues.add(position(term.stream()
                        .filter(part -> part.isEqual() && column(part).equals(column))
                        .findFirst()
                        .orElseThrow(() -> LeftToJdbcException.of(ReasonCode.OTHER_CONDITION))
                        .value()));
            }
            columns.add(column(last.get(0)));
            comparisons.add(comparison(last.get(0)));
            rangeValues.add(position(last.get(0).value()));
        }
        if (Set.copyOf(columns).size() < columns.size() || !bounds.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.OTHER_CONDITION);
        }
        Comparison first = comparisons.get(0);
        Comparison end = comparisons.get(comparisons.size() - 1);
        boolean inclusive = end == Comparison.LESS_OR_EQUAL || end == Comparison.GREATER_OR_EQUAL;
        RangeAndOrder.After found = new RangeAndOrder.After(columns, first.isDescending(), inclusive);
        for (int i = 0; i < comparisons.size(); i++) {
            if (comparisons.get(i) != found.comparison(i + 1)) {
                throw LeftToJdbcException.of(ReasonCode.AFTER_IN_BOTH_DIRECTIONS);
            }
        }
        after = found;
    }

    /** Returns the columns that are compared with parameters, in the order of {@link #keys()}. */
    List<String> key() {
        List<String> key = new ArrayList<>(single);
        key.addAll(listed);
        if (key.isEmpty()
                && rangeValues.isEmpty()
                && Restriction.constants(restrictions(alias)).isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.NO_VALUE_COMPARED);
        }
        return key;
    }

    RangeAndOrder rangeAndOrder(List<RangeAndOrder.Sort> order) {
        boolean severalKeys = listedValues.size() > 1 || (single.isEmpty() && hasConstantList());
        if (severalKeys && !rangeValues.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.RANGE_OF_KEYS);
        }
        return new RangeAndOrder(bounds, after, order, severalKeys && !order.isEmpty());
    }

    /** Returns the constants of the range. The complement of a constant's index is its position. */
    List<Object> rangeConstants() {
        return rangeConstants;
    }

    /** Returns for each key the positions of its parameters, followed by those of what the range compares with. */
    int[][] keys() {
        int[][] keys = new int[listedValues.size()][];
        for (int k = 0; k < keys.length; k++) {
            List<Integer> positions = new ArrayList<>();
            singleValues.forEach(value -> positions.add(((Lookup.Parameter) value).position()));
            listedValues.get(k).forEach(value -> positions.add(((Lookup.Parameter) value).position()));
            positions.addAll(rangeValues);
            keys[k] = positions.stream().mapToInt(Integer::intValue).toArray();
        }
        return keys;
    }

    /** Returns whether it restricts no other table. */
    boolean isOf(List<FromClause.Table> tables) {
        return restrictions.stream()
                .allMatch(restriction -> tables.stream()
                        .anyMatch(table ->
                                table.alias().equals(restriction.column().alias())));
    }

    List<Restriction> restrictions() {
        return restrictions;
    }

    List<Restriction> restrictions(String ofAlias) {
        return restrictions.stream()
                .filter(restriction -> restriction.column().alias().equals(ofAlias))
                .toList();
    }
}
