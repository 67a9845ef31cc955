// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.Comparison;
import io.handlersocket.spring.internal.query.QueryShape.ColumnRef;
import io.handlersocket.spring.internal.query.QueryShape.End;
import io.handlersocket.spring.internal.query.QueryShape.Interval;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import io.handlersocket.spring.internal.query.QueryShape.Order;
import io.handlersocket.spring.internal.query.QueryShape.Term;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.PartTree;

/** Parses a method's name as Spring Data does. */
final class DerivedQuery {

    /**
     * A parsed name.
     *
     * @param limit maximum number of rows; 0 for all
     * @param exists whether the query only checks that a row exists
     * @param arguments number of values that the method needs
     */
    record Parsed(QueryShape shape, int limit, boolean exists, int arguments) {}

    private final List<Term> equal = new ArrayList<>();
    private @Nullable Interval range;
    private int arguments;

    private DerivedQuery() {}

    /** @throws LeftToJpaException if no single index could answer the query */
    static Parsed parse(String method, Class<?> entity) {
        PartTree tree;
        try {
            tree = new PartTree(method, entity);
        } catch (RuntimeException e) {
            throw LeftToJpaException.statement("Spring Data cannot derive a query from the method's name");
        }
        if (tree.isDelete() || tree.isCountProjection() || tree.isDistinct()) {
            throw LeftToJpaException.statement("delete, count and Distinct need SQL");
        }
        List<PartTree.OrPart> alternatives = tree.toList();
        if (alternatives.size() > 1) {
            throw LeftToJpaException.statement("Or");
        }
        DerivedQuery query = new DerivedQuery();
        alternatives.forEach(parts -> parts.forEach(query::add));
        Integer limit = tree.getMaxResults();
        if (limit != null && limit < 1) {
            throw LeftToJpaException.statement("Top0 or First0");
        }
        return new Parsed(
                new QueryShape(query.equal, query.range, orders(tree.getSort()), null),
                limit == null ? 0 : limit,
                tree.isExistsProjection(),
                query.arguments);
    }

    private void add(Part part) {
        if (part.shouldIgnoreCase() != Part.IgnoreCaseType.NEVER) {
            throw LeftToJpaException.statement("IgnoreCase");
        }
        ColumnRef column = new ColumnRef.Attribute(part.getProperty().toDotPath());
        switch (part.getType()) {
            case SIMPLE_PROPERTY -> equal.add(new Term(column, next()));
            case TRUE -> equal.add(new Term(column, new Operand.Constant(true)));
            case FALSE -> equal.add(new Term(column, new Operand.Constant(false)));
            case GREATER_THAN, AFTER -> add(new Interval(column, new End(Comparison.GREATER, next()), null));
            case GREATER_THAN_EQUAL -> add(new Interval(column, new End(Comparison.GREATER_OR_EQUAL, next()), null));
            case LESS_THAN, BEFORE -> add(new Interval(column, null, new End(Comparison.LESS, next())));
            case LESS_THAN_EQUAL -> add(new Interval(column, null, new End(Comparison.LESS_OR_EQUAL, next())));
            case BETWEEN -> {
                refuseText(part.getProperty().getLeafProperty().getType());
                add(new Interval(
                        column,
                        new End(Comparison.GREATER_OR_EQUAL, next()),
                        new End(Comparison.LESS_OR_EQUAL, next())));
            }
            default ->
                throw LeftToJpaException.statement(
                        "the keyword " + part.getType().name());
        }
    }

    /** SQL takes BETWEEN for equality if the connection's collation holds both bounds equal. */
    private static void refuseText(Class<?> type) {
        if (type == String.class || type == Character.class || type == char.class || type.isEnum()) {
            throw LeftToJpaException.statement(
                    "Between on a text, which SQL also compares by the connection's collation");
        }
    }

    private void add(Interval interval) {
        range = range == null ? interval : range.and(interval);
    }

    private Operand next() {
        return new Operand.Argument(arguments++);
    }

    private static List<Order> orders(Sort sort) {
        List<Order> orders = new ArrayList<>();
        for (Sort.Order order : sort) {
            if (order.isIgnoreCase() || order.getNullHandling() != Sort.NullHandling.NATIVE) {
                throw LeftToJpaException.statement("an order that ignores case or places NULL");
            }
            orders.add(new Order(new ColumnRef.Attribute(order.getProperty()), order.isDescending()));
        }
        return orders;
    }
}
