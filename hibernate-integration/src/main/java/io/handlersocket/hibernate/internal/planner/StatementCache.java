// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables.EntityChoice;
import io.handlersocket.hibernate.internal.util.RecentlyUsed;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.JdbcMappingContainer;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.hibernate.sql.ast.tree.select.QuerySpec;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.jspecify.annotations.Nullable;

/**
 * Plans each statement once. Hibernate renders some statements again for every load, for example those of several ids.
 * A plan depends only on the text and on the selected types.
 */
public class StatementCache {

    // A bound, because an application may write constants into its queries.
    private static final int MAX_STATEMENTS = 2_000;

    private record Seen(@Nullable ModelPart role, List<JdbcMapping> types, PlannedStatement statement) {}

    private final RecentlyUsed<String, Seen> seen = new RecentlyUsed<>(MAX_STATEMENTS);
    private final EntityChoice entities;
    private volatile @Nullable JdbcOnlyTables jdbcOnly;

    public StatementCache(EntityChoice entities) {
        this.entities = entities;
    }

    public PlannedStatement plan(SelectStatement ast, String sql, SessionFactoryImplementor sessionFactory) {
        try {
            return known(ast, sql, sessionFactory);
        } catch (RuntimeException | LinkageError e) { // another patch of Hibernate may not link
            return PlannedStatement.jdbc(
                    "query", JdbcReason.of(ReasonCode.NOT_UNDERSTOOD, UnexpectedFailures.log("query", e)));
        }
    }

    private PlannedStatement known(SelectStatement ast, String sql, SessionFactoryImplementor sessionFactory) {
        if (!(ast.getQueryPart() instanceof QuerySpec query)) {
            return planNew(ast, sql, sessionFactory);
        }
        Seen known = seen.get(sql);
        if (known != null && known.role() == role(query) && isOfTypes(query, known.types())) {
            return known.statement();
        }
        PlannedStatement statement = planNew(ast, sql, sessionFactory);
        if (known == null) {
            List<JdbcMapping> types = types(query);
            if (isOfTypes(query, types)) {
                seen.add(sql, new Seen(role(query), types, statement));
            }
        }
        return statement;
    }

    protected PlannedStatement planNew(SelectStatement ast, String sql, SessionFactoryImplementor sessionFactory) {
        return StatementPlanner.plan(ast, sql, sessionFactory, jdbcOnly(sessionFactory));
    }

    private JdbcOnlyTables jdbcOnly(SessionFactoryImplementor sessionFactory) {
        JdbcOnlyTables known = jdbcOnly;
        if (known == null || known.sessionFactory() != sessionFactory) {
            known = JdbcOnlyTables.of(sessionFactory, entities);
            jdbcOnly = known;
        }
        return known;
    }

    private static @Nullable ModelPart role(QuerySpec query) {
        List<TableGroup> roots = query.getFromClause().getRoots();
        return roots.size() == 1 ? roots.get(0).getModelPart() : null;
    }

    private static List<JdbcMapping> types(QuerySpec query) {
        List<JdbcMapping> types = new ArrayList<>();
        for (SqlSelection selection : query.getSelectClause().getSqlSelections()) {
            JdbcMappingContainer type = selection.getExpressionType();
            if (type != null && type.getJdbcTypeCount() == 1) {
                types.add(type.getSingleJdbcMapping());
            }
        }
        return types;
    }

    private static boolean isOfTypes(QuerySpec query, List<JdbcMapping> types) {
        List<SqlSelection> selections = query.getSelectClause().getSqlSelections();
        if (selections.size() != types.size()) {
            return false;
        }
        for (int i = 0; i < types.size(); i++) {
            JdbcMappingContainer type = selections.get(i).getExpressionType();
            if (type == null || type.getJdbcTypeCount() != 1 || type.getSingleJdbcMapping() != types.get(i)) {
                return false;
            }
        }
        return true;
    }
}
