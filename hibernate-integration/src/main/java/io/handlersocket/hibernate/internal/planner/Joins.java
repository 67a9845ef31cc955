// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.from.TableReference;

/** The tables that a statement joins. */
final class Joins {

    private Joins() {}

    /** Returns the first join in words; empty if there is no join. */
    static Optional<String> reason(TableGroup root) {
        List<NamedTableReference> tables = tables(root);
        if (tables.size() < 2) {
            return Optional.empty();
        }
        String first = tables.get(1).getTableExpression();
        if (!root.getTableReferenceJoins().isEmpty()) {
            return Optional.of("join to " + first + " (inheritance or secondary table)");
        }
        boolean ofCollection = root.getModelPart() instanceof PluralAttributeMapping;
        return Optional.of((ofCollection ? "join to " : "eager join to ") + first);
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
        if (!group.isVirtual()) { // its table is that of another group
            addTable(group.getPrimaryTableReference(), tables);
        }
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
