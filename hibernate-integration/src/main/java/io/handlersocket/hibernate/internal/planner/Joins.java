// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.from.TableGroupJoin;
import org.hibernate.sql.ast.tree.from.TableReference;
import org.hibernate.sql.ast.tree.from.TableReferenceJoin;

/** What a table group is joined with. */
final class Joins {

    private Joins() {}

    /** Returns the first join in words; empty if there is no join. */
    static Optional<String> reason(TableGroup group) {
        return reason(group, group.getModelPart() instanceof PluralAttributeMapping);
    }

    private static Optional<String> reason(TableGroup group, boolean rootIsCollection) {
        List<TableReferenceJoin> tables = group.getTableReferenceJoins();
        if (!tables.isEmpty()) {
            return Optional.of(
                    "join to " + tables.get(0).getJoinedTableReference().getTableExpression()
                            + " (inheritance or secondary table)");
        }
        Optional<String> join = first(group.getTableGroupJoins(), rootIsCollection);
        return join.isPresent() ? join : first(group.getNestedTableGroupJoins(), rootIsCollection);
    }

    private static Optional<String> first(List<TableGroupJoin> joins, boolean rootIsCollection) {
        for (TableGroupJoin join : joins) {
            TableGroup joined = join.getJoinedGroup();
            if (!joined.isInitialized()) {
                continue;
            }
            if (!joined.isVirtual()) {
                return Optional.of((rootIsCollection ? "join to " : "eager join to ")
                        + (joined.getPrimaryTableReference() instanceof NamedTableReference table
                                ? table.getTableExpression()
                                : "a subquery"));
            }
            Optional<String> inner = reason(joined, rootIsCollection);
            if (inner.isPresent()) {
                return inner;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the tables that the statement reads. Does not touch a join that is not initialized: asking it for its
     * table would add it to the statement.
     */
    static List<NamedTableReference> tables(TableGroup root) {
        List<NamedTableReference> tables = new ArrayList<>();
        addTables(root, tables);
        return tables;
    }

    private static void addTables(TableGroup group, List<NamedTableReference> tables) {
        if (!group.isInitialized()) {
            return;
        }
        addTable(group.getPrimaryTableReference(), tables);
        group.getTableReferenceJoins().forEach(join -> addTable(join.getJoinedTableReference(), tables));
        group.getTableGroupJoins().forEach(join -> addTables(join.getJoinedGroup(), tables));
        group.getNestedTableGroupJoins().forEach(join -> addTables(join.getJoinedGroup(), tables));
    }

    private static void addTable(TableReference reference, List<NamedTableReference> tables) {
        if (reference instanceof NamedTableReference table && !tables.contains(table)) {
            tables.add(table);
        }
    }
}
