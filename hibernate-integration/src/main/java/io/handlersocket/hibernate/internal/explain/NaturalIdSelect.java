// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.loader.ast.internal.LoaderSelectBuilder;
import org.hibernate.loader.ast.spi.Loadable;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.sql.ast.spi.SqlAliasBaseManager;
import org.hibernate.sql.ast.tree.expression.JdbcParameter;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.results.graph.DomainResult;
import org.jspecify.annotations.Nullable;

/** Builds the select of an entity by its natural id, as Hibernate's loader does. */
final class NaturalIdSelect {

    // Hibernate 7.4 added a parameter: the source of aliases.
    private static final @Nullable Method BEFORE_7_4 = before74();

    private NaturalIdSelect() {}

    @SuppressWarnings({"removal", "NullAway"}) // Hibernate still takes LockOptions; null selects the entity itself
    static SelectStatement of(EntityPersister entity, SessionFactoryImplementor sessionFactory) {
        ModelPart key = entity.getNaturalIdMapping();
        LoadQueryInfluencers influencers = new LoadQueryInfluencers(sessionFactory);
        org.hibernate.LockOptions lock = new org.hibernate.LockOptions();
        Consumer<JdbcParameter> parameters = parameter -> {};
        if (BEFORE_7_4 == null) {
            return LoaderSelectBuilder.createSelect(
                    entity,
                    null,
                    key,
                    null,
                    1,
                    influencers,
                    lock,
                    parameters,
                    new SqlAliasBaseManager(),
                    sessionFactory);
        }
        try {
            return (SelectStatement)
                    BEFORE_7_4.invoke(null, entity, null, key, null, 1, influencers, lock, parameters, sessionFactory);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("removal")
    private static @Nullable Method before74() {
        try {
            return LoaderSelectBuilder.class.getMethod(
                    "createSelect",
                    Loadable.class,
                    List.class,
                    ModelPart.class,
                    DomainResult.class,
                    int.class,
                    LoadQueryInfluencers.class,
                    org.hibernate.LockOptions.class,
                    Consumer.class,
                    SessionFactoryImplementor.class);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
