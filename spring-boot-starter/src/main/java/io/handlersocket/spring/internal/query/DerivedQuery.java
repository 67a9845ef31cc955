// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.Comparison;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.spring.internal.query.QueryMethod.Arguments;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.PartTree;

/** Parses a method's name as Spring Data does. */
final class DerivedQuery {

    private final List<String> equal = new ArrayList<>();
    private final List<Operand> values = new ArrayList<>();
    private final List<RangeAndOrder.Bound> bounds = new ArrayList<>();
    private final List<Operand> ends = new ArrayList<>();
    private final Arguments given;
    private int arguments;

    private DerivedQuery(Arguments given) {
        this.given = given;
    }

    /** @throws LeftToJdbcException if no single index could answer the query */
    static QueryMethod parse(
            Method method, Class<?> repository, Class<?> entity, Arguments given, @Nullable String index) {
        PartTree tree;
        try {
            tree = new PartTree(method.getName(), entity);
        } catch (RuntimeException e) {
            throw LeftToJdbcException.statement("Spring Data cannot derive a query from the method's name");
        }
        if (tree.isDelete() || tree.isCountProjection() || tree.isDistinct()) {
            throw LeftToJdbcException.statement("delete, count and Distinct need SQL");
        }
        List<PartTree.OrPart> alternatives = tree.toList();
        if (alternatives.size() > 1) {
            throw LeftToJdbcException.statement("Or");
        }
        DerivedQuery query = new DerivedQuery(given);
        alternatives.forEach(parts -> parts.forEach(query::add));
        Integer limit = tree.getMaxResults();
        if (limit != null && limit < 1) {
            throw LeftToJdbcException.statement("Top0 or First0");
        }
        query.values.addAll(query.ends);
        RangeAndOrder range = new RangeAndOrder(query.bounds, null, orders(tree.getSort()), false);
        if (query.arguments != given.values().size()) {
            throw LeftToJdbcException.statement("its name needs " + query.arguments + " arguments, the method has "
                    + given.values().size());
        }
        return new QueryMethod(
                entity,
                new QueryShape(query.equal, range, query.values, index),
                Returned.of(method, repository, tree.isExistsProjection()),
                limit == null ? 0 : limit,
                given);
    }

    private void add(Part part) {
        if (part.shouldIgnoreCase() != Part.IgnoreCaseType.NEVER) {
            throw LeftToJdbcException.statement("IgnoreCase");
        }
        String path = part.getProperty().toDotPath();
        switch (part.getType()) {
            case SIMPLE_PROPERTY -> equal(path, next());
            case TRUE -> equal(path, new Operand(-1, true));
            case FALSE -> equal(path, new Operand(-1, false));
            case GREATER_THAN, AFTER -> bound(path, Comparison.GREATER, false);
            case GREATER_THAN_EQUAL -> bound(path, Comparison.GREATER_OR_EQUAL, false);
            case LESS_THAN, BEFORE -> bound(path, Comparison.LESS, false);
            case LESS_THAN_EQUAL -> bound(path, Comparison.LESS_OR_EQUAL, false);
            case BETWEEN -> {
                bound(path, Comparison.GREATER_OR_EQUAL, true);
                bound(path, Comparison.LESS_OR_EQUAL, true);
            }
            default ->
                throw LeftToJdbcException.statement(
                        "the keyword " + part.getType().name());
        }
    }

    private void equal(String path, Operand operand) {
        equal.add(path);
        values.add(operand);
    }

    private void bound(String path, Comparison comparison, boolean between) {
        RangeAndOrder.Bound next = new RangeAndOrder.Bound(path, comparison, between);
        for (RangeAndOrder.Bound other : bounds) {
            if (!other.column().equals(path) || other.isUpper() == next.isUpper()) {
                throw LeftToJdbcException.statement("more than one range");
            }
        }
        bounds.add(next);
        ends.add(next());
    }

    private Operand next() {
        int next = arguments++;
        return new Operand(next < given.values().size() ? given.values().get(next) : -1, null);
    }

    private static List<RangeAndOrder.Sort> orders(Sort sort) {
        List<RangeAndOrder.Sort> orders = new ArrayList<>();
        for (Sort.Order order : sort) {
            if (order.isIgnoreCase() || order.getNullHandling() != Sort.NullHandling.NATIVE) {
                throw LeftToJdbcException.statement("an order that ignores case or places NULL");
            }
            orders.add(new RangeAndOrder.Sort(order.getProperty(), order.isDescending()));
        }
        return orders;
    }
}
