// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.planner.SqlText.ColumnName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A condition in which columns equal parameters or constants: {@code a=?}, {@code (a,b)=(?,?)}, {@code a in (?,?)},
 * {@code (a,b) in ((?,?),(?,?))}, {@code kind='x'}, {@code kind in ('x','y')}, {@code deleted is null}. At most one list
 * has several keys. One {@link RangeCondition} may be joined to them.
 */
final class KeyCondition {

    private final String alias;
    private final List<String> single = new ArrayList<>();
    private final List<Object> singleValues = new ArrayList<>();
    private final List<String> listed = new ArrayList<>();
    private final List<Restriction> restrictions = new ArrayList<>();
    private final RangeCondition range;
    private List<List<Object>> listedValues = List.of(List.of());

    /**
     * @param alias the alias of the table with the key
     * @throws LeftToJdbcException if the condition has any other form
     */
    KeyCondition(Condition condition, String alias) {
        this.alias = alias;
        this.range = new RangeCondition(alias);
        for (Condition.Compared compared : condition.compared()) {
            if (compared.operator() == null) {
                compared.columns().forEach(column -> restrictions.add(new Restriction(column, null)));
            } else if (compared.operator() != Comparison.EQUAL) {
                range.add(compared);
            } else if (compared.isEqual()) {
                for (int i = 0; i < compared.columns().size(); i++) {
                    addEqual(compared.columns().get(i), compared.values().get(0).get(i), compared.restriction());
                }
            } else {
                addList(compared);
            }
        }
        if (!condition.alternatives().isEmpty()) {
            range.addAfter(new ArrayList<>(condition.alternatives()));
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

    private void addList(Condition.Compared list) {
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

    /** Returns the columns that are compared with parameters, in the order of {@link #keys()}. */
    List<String> key() {
        List<String> key = new ArrayList<>(single);
        key.addAll(listed);
        if (key.isEmpty()
                && range.isEmpty()
                && Restriction.constants(restrictions(alias)).isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.NO_VALUE_COMPARED);
        }
        return key;
    }

    RangeAndOrder rangeAndOrder(List<RangeAndOrder.Sort> order) {
        boolean severalKeys = listedValues.size() > 1 || (single.isEmpty() && hasConstantList());
        if (severalKeys && !range.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.RANGE_OF_KEYS);
        }
        return range.rangeAndOrder(order, severalKeys && !order.isEmpty());
    }

    /** Returns the constants of the range. The complement of a constant's index is its position. */
    List<Object> rangeConstants() {
        return range.constants();
    }

    /** Returns for each key the positions of its parameters, followed by those of what the range compares with. */
    int[][] keys() {
        int[][] keys = new int[listedValues.size()][];
        for (int k = 0; k < keys.length; k++) {
            List<Integer> positions = new ArrayList<>();
            singleValues.forEach(value -> positions.add(((Lookup.Parameter) value).position()));
            listedValues.get(k).forEach(value -> positions.add(((Lookup.Parameter) value).position()));
            positions.addAll(range.values());
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
