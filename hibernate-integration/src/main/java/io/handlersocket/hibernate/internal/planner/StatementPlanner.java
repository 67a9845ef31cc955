// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
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
import org.hibernate.sql.ast.tree.from.TableReference;
import org.hibernate.sql.ast.tree.select.QuerySpec;
import org.hibernate.sql.ast.tree.select.SelectStatement;

/**
 * Plans a select: a lookup of one table, a join of several, or the reason for JDBC.
 *
 * <p>Hibernate's text of the statement is read to its end, because that is what JDBC would run. A lock, a filter, a read
 * expression or anything that a later Hibernate adds makes it a text that is not understood. The AST provides types, and
 * the words of the reason.
 */
public final class StatementPlanner {

    private StatementPlanner() {}

    /** @param sql the text that Hibernate has rendered */
    static PlannedStatement plan(
            SelectStatement statement, String sql, SessionFactoryImplementor sessionFactory, JdbcOnlyTables jdbcOnly) {
        if (!(statement.getQueryPart() instanceof QuerySpec query)) {
            return PlannedStatement.jdbc("query", JdbcReason.of(ReasonCode.UNION));
        }
        List<TableGroup> roots = query.getFromClause().getRoots();
        if (roots.size() != 1) {
            return PlannedStatement.jdbc(
                    "query", JdbcReason.of(roots.isEmpty() ? ReasonCode.NO_TABLE : ReasonCode.SEVERAL_TABLES));
        }
        TableGroup root = roots.get(0);
        String role = role(root);
        try {
            JdbcReason option = jdbcOnly.refusal(root);
            if (option != null) {
                return PlannedStatement.jdbc(role, option);
            }
            if (!(root.getPrimaryTableReference() instanceof NamedTableReference)) {
                // Since 7.4, this is also the LIMIT of a join fetch of a collection.
                throw LeftToJdbcException.of(ReasonCode.SUBQUERY);
            }
            if (!query.getGroupByClauseExpressions().isEmpty() || query.getHavingClauseRestrictions() != null) {
                throw LeftToJdbcException.of(ReasonCode.GROUP_BY);
            }
            return lookup(role, query, root, sql);
        } catch (LeftToJdbcException e) {
            return PlannedStatement.jdbc(role, ofTable(e.reason(), root));
        } catch (RuntimeException | LinkageError e) { // another patch of Hibernate may not link
            return PlannedStatement.jdbc(
                    role, JdbcReason.of(ReasonCode.NOT_UNDERSTOOD, UnexpectedFailures.log(role, e)));
        }
    }

    /** Replaces the alias by which the planner names the column's table. */
    private static JdbcReason ofTable(JdbcReason reason, TableGroup root) {
        JdbcReason.Column column = reason.column();
        if (column == null) {
            return reason;
        }
        for (NamedTableReference table : tables(root)) {
            SqlName name = SqlName.of(table.getTableExpression());
            if (name != null && column.table().equals(table.getIdentificationVariable())) {
                return reason.about(new JdbcReason.Column(name.name(), column.name()));
            }
        }
        return reason.about(null);
    }

    private static String role(TableGroup root) {
        if (root.getModelPart() instanceof EntityMappingType entity) {
            return entity.getEntityName();
        }
        return root.getModelPart() instanceof PluralAttributeMapping collection
                ? collection.getNavigableRole().getFullPath()
                : "query";
    }

    private static PlannedStatement lookup(String role, QuerySpec query, TableGroup root, String sql) {
        try {
            return lookup(role, query, sql);
        } catch (LeftToJdbcException e) {
            JdbcReason reason = e.reason();
            throw join(root)
                    .map(join -> new LeftToJdbcException(
                            JdbcReason.of(ReasonCode.JOIN, join, reason.text()).about(reason.column())))
                    .orElse(e);
        }
    }

    private static PlannedStatement lookup(String role, QuerySpec query, String sql) {
        SqlText text = new SqlText(sql);
        boolean distinct = query.getSelectClause().isDistinct();
        text.expect(distinct ? "select distinct " : "select ");
        List<SqlSelection> selections = query.getSelectClause().getSqlSelections();
        CountSelection count = CountSelection.of(selections, text);
        List<SelectClause.Item> items = count == null ? SelectClause.of(selections, text) : List.of(count.counted());
        text.expect(" from ");
        List<FromClause.Table> tables = FromClause.of(text);
        if (!text.take(" where ")) {
            throw LeftToJdbcException.of(
                    query.getWhereClauseRestrictions() == null ? ReasonCode.WHOLE_TABLE : ReasonCode.NOT_PLAIN);
        }
        Condition where = Condition.of(text, Restrictions.of(query.getWhereClauseRestrictions()));
        KeyCondition condition = new KeyCondition(where, tables.get(0).alias());
        if (!condition.isOf(tables)) {
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        List<SortClause.Sort> sorts = SortClause.of(query.getSortSpecifications(), text);
        LimitClause limit = LimitClause.of(text);
        if (count != null && !limit.isEmpty()) { // limits the one row of the count, not the rows that it counts
            throw LeftToJdbcException.of(ReasonCode.NOT_PLAIN);
        }
        if (tables.size() > 1) {
            if (count != null) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
            }
            Answer answer = distinct ? Answer.DISTINCT_ROWS : Answer.ROWS;
            return JoinPlanner.plan(role, sql, limit, items, tables, condition, sorts, answer);
        }
        List<RangeAndOrder.Sort> order = sorts.stream()
                .map(sort -> new RangeAndOrder.Sort(columnName(sort.column()), sort.descending()))
                .toList();
        RangeAndOrder asked = condition.rangeAndOrder(order);
        List<Restriction> restrictions = condition.restrictions();
        List<String> compared = new ArrayList<>(condition.key());
        compared.addAll(Restriction.constants(restrictions));
        return PlannedStatement.lookup(
                role,
                Restriction.lookup(
                        tables.get(0).name(), columns(items, compared), condition.key(), asked, restrictions),
                sql,
                limit,
                condition,
                Restriction.values(restrictions),
                count != null ? count.answer() : distinct ? Answer.DISTINCT_ROWS : Answer.ROWS);
    }

    /** Returns the columns of items, with one that is compared with a value instead of {@link SelectClause#ANY}. */
    private static List<Lookup.Selected> columns(List<SelectClause.Item> items, List<String> compared) {
        List<Lookup.Selected> columns = new ArrayList<>(items.size());
        for (SelectClause.Item item : items) {
            if (!item.cases().isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_NO_COLUMN);
            }
            boolean any = item.column().equals(SelectClause.ANY);
            if (any && compared.isEmpty()) {
                throw LeftToJdbcException.of(ReasonCode.SELECTS_ONLY_CONSTANTS);
            }
            columns.add(
                    new Lookup.Selected(any ? compared.get(0) : item.column().name(), item.type(), item.constant()));
        }
        return columns;
    }

    /** Returns the end of an attempt for a reason about this column, which has its table's alias. */
    static LeftToJdbcException left(ColumnReference column, ReasonCode code, Object... arguments) {
        String expression = column.getColumnExpression();
        SqlName name = SqlName.of(expression);
        return new LeftToJdbcException(JdbcReason.of(code, arguments)
                .about(new JdbcReason.Column(column.getQualifier(), name == null ? expression : name.name())));
    }

    /** Returns the name of a column, without quotes. */
    static String columnName(ColumnReference column) {
        SqlName name = SqlName.of(column.getColumnExpression());
        if (name == null || !name.schema().isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.UNUSUAL_NAME, column.getColumnExpression());
        }
        return name.name();
    }

    /** Returns the first join in words; empty if there is no join. */
    private static Optional<String> join(TableGroup root) {
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
