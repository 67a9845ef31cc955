// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.OverJdbc;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.jspecify.annotations.Nullable;

/**
 * The tables of entities with {@link OverJdbc}.
 *
 * @param sessionFactory the session factory of the entities
 * @param reasons the reason for each table, by its name in the mapping
 */
record JdbcOnlyTables(SessionFactoryImplementor sessionFactory, Map<String, JdbcReason> reasons) {

    static JdbcOnlyTables of(SessionFactoryImplementor sessionFactory) {
        Map<String, JdbcReason> reasons = new HashMap<>();
        sessionFactory.getMappingMetamodel().forEachEntityDescriptor(entity -> {
            if (entity.getMappedClass().isAnnotationPresent(OverJdbc.class)) {
                JdbcReason reason = new JdbcReason(Kind.OPTION, entity.getEntityName() + " has @OverJdbc");
                for (String table : entity.getTableNames()) {
                    reasons.put(table, reason);
                }
            }
        });
        return new JdbcOnlyTables(sessionFactory, reasons);
    }

    /** Returns why JDBC must answer a select of these tables; null if no entity requires it. */
    @Nullable
    JdbcReason refusal(TableGroup root) {
        if (reasons.isEmpty()) {
            return null;
        }
        for (NamedTableReference table : Joins.tables(root)) {
            JdbcReason reason = reasons.get(table.getTableExpression());
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }
}
