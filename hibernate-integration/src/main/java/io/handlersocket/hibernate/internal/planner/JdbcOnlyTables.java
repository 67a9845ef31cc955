// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.OverHandlerSocket;
import io.handlersocket.hibernate.OverJdbc;
import io.handlersocket.hibernate.ReasonCode;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.sql.ast.tree.from.NamedTableReference;
import org.hibernate.sql.ast.tree.from.TableGroup;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the application leaves to JDBC: those of entities with {@link OverJdbc}, and, if it names the fast
 * entities, those of entities without {@link OverHandlerSocket}.
 *
 * @param sessionFactory the session factory of the entities
 * @param reasons the reason for each table, by its name in the mapping
 */
public record JdbcOnlyTables(SessionFactoryImplementor sessionFactory, Map<String, JdbcReason> reasons) {

    /** The values of {@link io.handlersocket.hibernate.HandlerSocketSettings#ENTITIES}. */
    public enum EntityChoice {
        ALL,
        ANNOTATED,
        NONE
    }

    public static JdbcOnlyTables of(SessionFactoryImplementor sessionFactory, EntityChoice choice) {
        List<EntityPersister> entities = new ArrayList<>();
        sessionFactory.getMappingMetamodel().forEachEntityDescriptor(entities::add);
        entities.sort(Comparator.comparing(EntityPersister::getEntityName)); // the same reason in every run
        Set<String> ofEntities = new HashSet<>();
        entities.forEach(entity -> ofEntities.addAll(Arrays.asList(entity.getTableNames())));
        Map<String, JdbcReason> reasons = new HashMap<>();
        if (choice == EntityChoice.ANNOTATED) {
            List<String> chosen = new ArrayList<>();
            for (EntityPersister entity : entities) {
                List<String> tables = tables(entity, ofEntities, sessionFactory);
                if (has(entity, OverHandlerSocket.class)) {
                    chosen.addAll(tables);
                } else {
                    put(reasons, tables, JdbcReason.of(ReasonCode.NOT_CHOSEN, entity.getEntityName()));
                }
            }
            chosen.forEach(reasons::remove);
        }
        for (EntityPersister entity : entities) {
            if (has(entity, OverJdbc.class)) {
                put(
                        reasons,
                        tables(entity, ofEntities, sessionFactory),
                        JdbcReason.of(ReasonCode.OVER_JDBC_ENTITY, entity.getEntityName()));
            }
        }
        return new JdbcOnlyTables(sessionFactory, reasons);
    }

    private static boolean has(EntityPersister entity, Class<? extends Annotation> annotation) {
        return entity.getMappedClass().isAnnotationPresent(annotation);
    }

    private static void put(Map<String, JdbcReason> reasons, List<String> tables, JdbcReason reason) {
        tables.forEach(table -> reasons.putIfAbsent(table, reason));
    }

    /** Returns the tables of an entity, and those of its collections that are not the table of another entity. */
    private static List<String> tables(
            EntityPersister entity, Set<String> ofEntities, SessionFactoryImplementor sessionFactory) {
        List<String> tables = new ArrayList<>(Arrays.asList(entity.getTableNames()));
        sessionFactory.getMappingMetamodel().forEachCollectionDescriptor(collection -> {
            if (isOwned(collection)
                    && !ofEntities.contains(collection.getTableName())
                    && entity.isTypeOrSuperType(collection.getOwnerEntityPersister())) {
                tables.add(collection.getTableName());
            }
        });
        return tables;
    }

    // The table of a one-to-many without a join table is that of the other entity. The join table of a collection
    // with mappedBy belongs to the other side.
    private static boolean isOwned(CollectionPersister collection) {
        return !collection.isOneToMany() && !collection.isInverse();
    }

    @Nullable
    JdbcReason refusal(TableGroup root) {
        if (reasons.isEmpty()) {
            return null;
        }
        for (NamedTableReference table : StatementPlanner.tables(root)) {
            JdbcReason reason = reasons.get(table.getTableExpression());
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    public @Nullable JdbcReason refusal(EntityPersister entity) {
        return reasons.get(entity.getTableNames()[0]);
    }
}
