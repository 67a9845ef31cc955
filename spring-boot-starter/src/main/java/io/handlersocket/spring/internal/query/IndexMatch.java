// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.spring.internal.query.QueryShape.ColumnRef;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import io.handlersocket.spring.internal.query.QueryShape.Order;
import io.handlersocket.spring.internal.query.QueryShape.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The index that answers a query. The columns that equal a value are its leading parts, in any order. The compared
 * column is the next part. The order continues from there.
 *
 * @param index the index
 * @param equal its leading parts, in index order, and the value of each
 * @param range the compared part after them, or null
 * @param ordered whether the query needs an order that the equal parts do not fix
 * @param descending whether that order is the opposite of the index's
 */
record IndexMatch(
        IndexDefinition index, List<Equal> equal, @Nullable KeyColumn range, boolean ordered, boolean descending) {

    /** Types whose order and comparison over HandlerSocket are proven to be SQL's. */
    private static final Set<String> ORDERED = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "bigint",
            "decimal",
            "date",
            "datetime",
            "timestamp",
            "char",
            "varchar",
            "uuid");

    /** Engines that keep rows of equal keys in the order of the primary key. */
    private static final Set<String> CLUSTERED = Set.of("innodb", "rocksdb");

    /** A column as the entity maps it and as the table has it. */
    record KeyColumn(EntityColumn attribute, Column column) {}

    /** A part and the value that it equals. */
    record Equal(KeyColumn key, Operand operand) {}

    /** Returns whether at most one row can match. */
    boolean isUnique() {
        return index.unique() && equal.size() == index.parts().size();
    }

    /** @throws LeftToJpaException if no index fits, or SQL might order rows differently */
    static IndexMatch of(QueryShape shape, EntityTable entity, Table table) {
        Refusals.of(table).ifPresent(kind -> {
            throw LeftToJpaException.table(table.name().table() + " is " + kind);
        });
        IndexMatch best = table.indexes().stream()
                .filter(index -> shape.index() == null || index.name().equalsIgnoreCase(shape.index()))
                .filter(index -> Refusals.of(index).isEmpty())
                .map(index -> new Attempt(shape, entity, table, index).match())
                .flatMap(Optional::stream)
                .min(Comparator.comparing((IndexMatch match) -> !match.isUnique())
                        .thenComparing(match -> !match.index().name().equals(IndexDefinition.PRIMARY))
                        .thenComparing(match -> match.index().parts().size()))
                .orElseThrow(() -> nothing(shape, entity, table));
        if (shape.limited() && !best.ordered() && !best.isUnique()) {
            throw LeftToJpaException.statement("a limit without an order, for which SQL may choose other rows");
        }
        return best;
    }

    private static LeftToJpaException nothing(QueryShape shape, EntityTable entity, Table table) {
        if (shape.index() == null && shape.equal().isEmpty() && shape.range() == null) {
            return LeftToJpaException.statement("no column is compared");
        }
        for (ColumnRef ref : shape.columns()) {
            if (ref instanceof ColumnRef.Attribute attribute
                    && entity.column(attribute.path()).isEmpty()) {
                return LeftToJpaException.statement(
                        "attribute " + attribute.path() + " is not one plain column of the table");
            }
        }
        if (shape.index() == null) {
            return LeftToJpaException.missingIndex(
                    "no index of " + table.name().table() + " starts with the columns " + columnNames(shape, entity));
        }
        return LeftToJpaException.missingIndex(
                isByName(shape) && table.index(shape.index()).isPresent()
                        ? "index " + shape.index() + " does not start with the columns " + columnNames(shape, entity)
                        : "the table has no index " + shape.index() + " of "
                                + shape.equal().size() + " or more plain columns");
    }

    private static boolean isByName(QueryShape shape) {
        return shape.columns().stream().allMatch(column -> column instanceof ColumnRef.Attribute);
    }

    /**
     * Returns the statement that creates an index that fits; empty if its columns are unknown or its name is in use.
     */
    static String create(QueryShape shape, EntityTable entity, Table table) {
        String name = shape.index();
        if (!isByName(shape) || (name != null && table.index(name).isPresent())) {
            return "";
        }
        return "ALTER TABLE " + TableName.quote(table.name().table()) + " ADD INDEX "
                + (name == null ? "" : TableName.quote(name) + ' ')
                + columnNames(shape, entity).stream().map(TableName::quote).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the columns of an index that fits, in order. */
    static List<String> columnNames(QueryShape shape, EntityTable entity) {
        return shape.columns().stream()
                .map(ref -> ref instanceof ColumnRef.Attribute attribute
                        ? entity.column(attribute.path())
                                .map(EntityColumn::name)
                                .orElse(attribute.path())
                        : ref.toString())
                .toList();
    }

    /** Checks one index. */
    private record Attempt(QueryShape shape, EntityTable entity, Table table, IndexDefinition index) {

        Optional<IndexMatch> match() {
            int leading = shape.equal().size();
            Map<String, Equal> wanted = new LinkedHashMap<>();
            for (Term term : shape.equal()) {
                Optional<KeyColumn> column = column(term.column());
                if (column.isEmpty()
                        || wanted.put(column.get().column().name(), new Equal(column.get(), term.operand())) != null) {
                    return Optional.empty();
                }
            }
            if (index.parts().size() < leading) {
                return Optional.empty();
            }
            List<Equal> equal = new ArrayList<>();
            for (IndexPart part : index.parts().subList(0, leading)) {
                Equal found = wanted.get(part.column());
                if (found == null) {
                    return Optional.empty();
                }
                equal.add(found);
            }
            return ordered(equal, wanted.keySet());
        }

        private Optional<IndexMatch> ordered(List<Equal> equal, Set<String> constant) {
            List<String> path = path(equal.size());
            KeyColumn range = null;
            if (shape.range() != null) {
                range = column(shape.range().column()).orElse(null);
                if (range == null
                        || index.parts().size() <= equal.size()
                        || !path.get(0).equals(range.column().name())
                        || index.parts().subList(0, equal.size() + 1).stream().anyMatch(IndexPart::descending)) {
                    return Optional.empty();
                }
                refuseUnordered(range.column());
            }
            List<Order> open = new ArrayList<>();
            for (Order order : shape.order()) {
                KeyColumn column = column(order.column()).orElse(null);
                if (column == null) {
                    return Optional.empty();
                }
                int place = path.indexOf(column.column().name());
                if (constant.contains(column.column().name()) || (place >= 0 && place < open.size())) {
                    continue; // it is the same in all rows that the columns before leave open
                }
                boolean next = place == open.size()
                        && order.descending() == (open.isEmpty() ? order : open.get(0)).descending();
                if (!next) {
                    return Optional.empty();
                }
                refuseUnordered(column.column());
                open.add(order);
            }
            boolean descending = !open.isEmpty() && open.get(0).descending();
            boolean descendingParts = index.parts().stream().anyMatch(IndexPart::descending);
            return !open.isEmpty() && descendingParts
                    ? Optional.empty()
                    : Optional.of(new IndexMatch(index, equal, range, !open.isEmpty(), descending));
        }

        /** Returns the columns by which rows are ordered after the equal ones. */
        private List<String> path(int leading) {
            List<String> path = new ArrayList<>(
                    index.columns().subList(leading, index.parts().size()));
            if (CLUSTERED.contains(table.engine().toLowerCase(Locale.ROOT))) {
                table.index(IndexDefinition.PRIMARY)
                        .filter(primary -> primary.parts().stream().noneMatch(IndexPart::descending))
                        .ifPresent(primary -> primary.columns().stream()
                                .filter(column -> !index.columns().contains(column))
                                .forEach(path::add));
            }
            return path;
        }

        private Optional<KeyColumn> column(ColumnRef ref) {
            Optional<EntityColumn> attribute = ref instanceof ColumnRef.Part part
                    ? part.position() < index.parts().size()
                            ? entity.columnNamed(index.columns().get(part.position()))
                            : Optional.empty()
                    : entity.column(((ColumnRef.Attribute) ref).path());
            return attribute.flatMap(known -> table.columns().stream()
                    .filter(column -> column.name().equalsIgnoreCase(known.name()))
                    .findFirst()
                    .map(column -> new KeyColumn(known, column)));
        }

        private static void refuseUnordered(Column column) {
            if (!ORDERED.contains(column.dataType()) || column.isFilledWithBlanksThatCount()) {
                throw LeftToJpaException.table(
                        "column " + column.name() + " is " + column.dataType() + ", which only SQL orders");
            }
        }
    }
}
