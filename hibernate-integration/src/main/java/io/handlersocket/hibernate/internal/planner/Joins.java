// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import java.util.List;
import java.util.Optional;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.from.TableGroupJoin;
import org.hibernate.sql.ast.tree.from.TableReferenceJoin;

/** Names what a table group is joined with, for the reason. */
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
}
