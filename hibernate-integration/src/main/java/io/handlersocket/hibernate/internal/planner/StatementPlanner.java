// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.internal.plan.LeftToJdbcException;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.EntityMappingType;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.expression.ColumnReference;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.select.QuerySpec;
import org.hibernate.sql.ast.tree.select.SelectStatement;

/**
 * Plans a select from its AST: a plain lookup of one table, or the reason for JDBC.
 *
 * <p>The AST provides the columns and the words of the reason. It is not trusted to contain everything. A statement is
 * a lookup only if Hibernate's text of it equals the text of the shape that is found here. A lock, a join, a filter, a
 * read expression or anything that a later Hibernate adds makes the text different.
 */
public final class StatementPlanner {

    /** The reason for a statement whose text differs from that of a lookup. */
    public static final String NOT_PLAIN = "the statement locks, filters, sorts or computes more than a plain lookup";

    private StatementPlanner() {}

    /** @param sql the text that Hibernate has rendered */
    static PlannedStatement plan(SelectStatement statement, String sql, SessionFactoryImplementor sessionFactory) {
        if (!(statement.getQueryPart() instanceof QuerySpec query)) {
            return PlannedStatement.jdbc("query", "a union of queries");
        }
        List<TableGroup> roots = query.getFromClause().getRoots();
        if (roots.size() != 1) {
            return PlannedStatement.jdbc(
                    "query", roots.isEmpty() ? "a query of no table" : "a query of several tables");
        }
        TableGroup root = roots.get(0);
        String role = role(root);
        try {
            Optional<String> join = Joins.reason(root);
            if (join.isPresent()) {
                return join(join.get(), role, query, sql, sessionFactory);
            }
            return lookup(role, query, root, sessionFactory);
        } catch (LeftToJdbcException e) {
            return PlannedStatement.jdbc(role, e.reason().text());
        } catch (RuntimeException e) {
            return PlannedStatement.jdbc(role, "not understood: " + e.getClass().getSimpleName());
        }
    }

    private static String role(TableGroup root) {
        if (root.getModelPart() instanceof EntityMappingType entity) {
            return entity.getEntityName();
        }
        return root.getModelPart() instanceof PluralAttributeMapping collection
                ? collection.getNavigableRole().getFullPath()
                : "query";
    }

    private static PlannedStatement join(
            String join, String role, QuerySpec query, String sql, SessionFactoryImplementor sessionFactory) {
        try {
            return JoinPlanner.plan(role, query, sql, sessionFactory);
        } catch (LeftToJdbcException e) {
            throw LeftToJdbcException.statement(join + ": " + e.reason().text());
        }
    }

    private static PlannedStatement lookup(
            String role, QuerySpec query, TableGroup root, SessionFactoryImplementor sessionFactory) {
        if (!(root.getPrimaryTableReference() instanceof NamedTableReference table)) {
            throw LeftToJdbcException.statement("it reads a subquery or function, not a table");
        }
        SqlName name = SqlName.of(table.getTableExpression());
        if (name == null) {
            throw LeftToJdbcException.statement("it reads more than a plain table");
        }
        refuseClauses(query);
        StringBuilder sql = new StringBuilder("select ");
        List<Lookup.Selected> columns = columns(query.getSelectClause().getSqlSelections(), sql);
        String alias = table.getIdentificationVariable();
        sql.append(" from ").append(table.getTableExpression()).append(' ').append(alias);
        KeyCondition condition = new KeyCondition(sessionFactory, sql.append(" where "), alias);
        condition.add(query.getWhereClauseRestrictions());
        RangeAndOrder asked = condition.rangeAndOrder(SortClause.of(query.getSortSpecifications(), sql));
        Lookup lookup =
                new Lookup(name.schema(), name.name(), columns, condition.key(), condition.constantColumns(), asked);
        return PlannedStatement.lookup(role, lookup, sql.toString(), condition.keys(), condition.constants());
    }

    private static void refuseClauses(QuerySpec query) {
        if (query.getSelectClause().isDistinct()) {
            throw LeftToJdbcException.statement("DISTINCT");
        }
        if (!query.getGroupByClauseExpressions().isEmpty() || query.getHavingClauseRestrictions() != null) {
            throw LeftToJdbcException.statement("GROUP BY");
        }
    }

    private static List<Lookup.Selected> columns(List<SqlSelection> selections, StringBuilder sql) {
        List<Lookup.Selected> columns = new ArrayList<>(selections.size());
        for (SqlSelection selection : selections) {
            if (selection.isVirtual()) {
                continue;
            }
            ColumnReference column = selection.getExpression().getColumnReference();
            if (column == null) {
                throw LeftToJdbcException.statement("it selects something that is not a column");
            }
            if (column.isColumnExpressionFormula()) {
                throw LeftToJdbcException.statement("@Formula " + column.getColumnExpression());
            }
            if (selection.getJdbcResultSetIndex() != columns.size() + 1) {
                throw LeftToJdbcException.statement("its columns are not in the order of the mapping");
            }
            String refusal = HibernateTypes.refusal(selection, column);
            if (refusal != null) {
                throw LeftToJdbcException.statement(refusal);
            }
            columns.add(new Lookup.Selected(columnName(column), HibernateTypes.of(selection)));
            append(sql, column, columns.size() == 1 ? "" : ",");
        }
        if (columns.isEmpty()) {
            throw LeftToJdbcException.statement("it selects nothing");
        }
        return columns;
    }

    static void append(StringBuilder sql, ColumnReference column, String separator) {
        sql.append(separator).append(column.getQualifier()).append('.').append(column.getColumnExpression());
    }

    /** Returns the name of a column, without quotes. */
    static String columnName(ColumnReference column) {
        SqlName name = SqlName.of(column.getColumnExpression());
        if (name == null || !name.schema().isEmpty()) {
            throw LeftToJdbcException.statement("column " + column.getColumnExpression() + " has an unusual name");
        }
        return name.name();
    }
}
