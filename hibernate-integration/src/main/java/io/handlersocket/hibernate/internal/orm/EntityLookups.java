// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import java.util.Map;
import java.util.TreeMap;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.loader.ast.internal.SingleIdEntityLoaderStandardImpl;
import org.hibernate.persister.entity.AbstractEntityPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.sql.exec.spi.JdbcSelect;

/** The find-by-id statements of all entities of a session factory. */
final class EntityLookups {

    private EntityLookups() {}

    /** Each entity's statement, by entity name. */
    static Map<String, PlannedStatement> of(SessionFactoryImplementor sessionFactory) {
        Map<String, PlannedStatement> statements = new TreeMap<>();
        sessionFactory
                .getMappingMetamodel()
                .forEachEntityDescriptor(
                        entity -> statements.put(entity.getEntityName(), findById(entity, sessionFactory)));
        return statements;
    }

    @SuppressWarnings("removal") // the loader itself still takes LockOptions
    private static PlannedStatement findById(EntityPersister entity, SessionFactoryImplementor sessionFactory) {
        String name = entity.getEntityName();
        if (!(entity instanceof AbstractEntityPersister persister)
                || !(persister.getSingleIdLoader() instanceof SingleIdEntityLoaderStandardImpl<?> loader)) {
            return PlannedStatement.jdbc(name, "the entity has a loader of its own");
        }
        JdbcSelect select = loader.resolveLoadPlan(
                        new org.hibernate.LockOptions(), new LoadQueryInfluencers(sessionFactory))
                .getJdbcSelect();
        if (!(select.getJdbcValuesMappingProducer() instanceof PlannedMapping mapping)) {
            return PlannedStatement.jdbc(name, "the statement was not seen");
        }
        PlannedStatement statement = mapping.statement();
        return statement.lookup() == null || statement.sql().equals(select.getSqlString())
                ? statement
                : PlannedStatement.jdbc(name, LookupRouter.NOT_PLAIN);
    }
}
