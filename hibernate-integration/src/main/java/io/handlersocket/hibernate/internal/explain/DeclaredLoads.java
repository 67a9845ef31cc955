// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.seam.JdbcOnlySessions;
import io.handlersocket.hibernate.internal.seam.PlannedMapping;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.Version;
import org.hibernate.engine.spi.LoadQueryInfluencers;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.loader.ast.internal.CollectionLoaderNamedQuery;
import org.hibernate.loader.ast.internal.CollectionLoaderSingleKey;
import org.hibernate.loader.ast.internal.LoaderSelectBuilder;
import org.hibernate.loader.ast.internal.SingleIdEntityLoaderStandardImpl;
import org.hibernate.loader.ast.spi.EntityBatchLoader;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.persister.collection.AbstractCollectionPersister;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.AbstractEntityPersister;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.query.internal.ParameterMetadataImpl;
import org.hibernate.query.internal.QueryOptionsImpl;
import org.hibernate.query.spi.QueryOptions;
import org.hibernate.query.spi.QueryParameterBindings;
import org.hibernate.query.sqm.internal.DomainParameterXref;
import org.hibernate.query.sqm.spi.NamedSqmQueryMemento;
import org.hibernate.query.sqm.tree.SqmStatement;
import org.hibernate.query.sqm.tree.select.SqmSelectStatement;
import org.hibernate.sql.ast.spi.SqlAliasBaseManager;
import org.hibernate.sql.ast.tree.expression.JdbcParameter;
import org.hibernate.sql.ast.tree.select.SelectStatement;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.jspecify.annotations.Nullable;

/** Builds each statement as Hibernate's own loaders and queries do, without running it. */
public final class DeclaredLoads {

    /** A load that the mapping of a session factory declares. */
    public record DeclaredLoad(Kind kind, String role, PlannedStatement statement) {}

    private static final String UNKNOWN = "(unknown)";

    private final SessionFactoryImplementor sessionFactory;
    private final List<DeclaredLoad> loads = new ArrayList<>();

    private DeclaredLoads(SessionFactoryImplementor sessionFactory) {
        this.sessionFactory = sessionFactory;
    }

    /** Returns all declared loads of a session factory, sorted by kind and role. */
    public static List<DeclaredLoad> of(SessionFactoryImplementor sessionFactory) {
        DeclaredLoads declared = new DeclaredLoads(sessionFactory);
        declared.addAll(
                Kind.ENTITY, () -> sessionFactory.getMappingMetamodel().forEachEntityDescriptor(declared::addEntity));
        declared.addAll(
                Kind.COLLECTION,
                () -> sessionFactory.getMappingMetamodel().forEachCollectionDescriptor(declared::addCollection));
        declared.addAll(Kind.QUERY, declared::addQueries);
        declared.loads.sort(Comparator.comparing(DeclaredLoad::kind).thenComparing(DeclaredLoad::role));
        return List.copyOf(declared.loads);
    }

    public static DeclaredLoad of(
            SessionFactoryImplementor sessionFactory, String query, String text, boolean limited) {
        DeclaredLoads declared = new DeclaredLoads(sessionFactory);
        declared.add(Kind.QUERY, query, name -> {
            QueryOptionsImpl options = new QueryOptionsImpl();
            options.getLimit().setMaxRows(limited ? Integer.valueOf(1) : null);
            return declared.planned(name, declared.translated(text, null), options);
        });
        return declared.loads.get(0);
    }

    /** Adds all loads of a kind. If this Hibernate cannot list them, adds one of unknown route. */
    private void addAll(Kind kind, Runnable list) {
        try {
            list.run();
        } catch (LinkageError e) {
            loads.add(new DeclaredLoad(kind, UNKNOWN, unknown(UNKNOWN, e)));
        }
    }

    private void addQueries() {
        var queries = sessionFactory.getQueryEngine().getNamedObjectRepository();
        queries.visitSqmQueryMementos(this::addQuery);
        queries.visitNativeQueryMementos(query -> add(
                Kind.QUERY,
                query.getRegistrationName(),
                name -> PlannedStatement.jdbc(name, JdbcReason.of(ReasonCode.NATIVE_SQL))));
    }

    /** Adds a statement. One that cannot be built stays on JDBC, which reports the error when it runs. */
    private void add(Kind kind, String role, Function<String, PlannedStatement> planner) {
        PlannedStatement statement;
        try {
            statement = planner.apply(role);
        } catch (RuntimeException e) {
            statement = PlannedStatement.jdbc(
                    role, JdbcReason.of(ReasonCode.NOT_UNDERSTOOD, e.getClass().getSimpleName()));
        } catch (LinkageError e) {
            statement = unknown(role, e);
        }
        loads.add(new DeclaredLoad(kind, role, statement));
    }

    private static PlannedStatement unknown(String role, LinkageError e) {
        return PlannedStatement.jdbc(
                role,
                JdbcReason.of(
                        ReasonCode.UNKNOWN_BUILD,
                        Version.getVersionString(),
                        e.getClass().getSimpleName()));
    }

    private void addEntity(EntityPersister entity) {
        add(Kind.ENTITY, entity.getEntityName(), name -> findById(name, entity));
        if (entity.getNaturalIdMapping() != null) {
            add(
                    Kind.NATURAL_ID,
                    entity.getEntityName(),
                    name -> planned(name, rendered(byNaturalId(entity), QueryOptions.NONE)));
        }
    }

    @SuppressWarnings("removal") // Hibernate still takes LockOptions
    private SelectStatement byNaturalId(EntityPersister entity) {
        Method builder = Arrays.stream(LoaderSelectBuilder.class.getMethods())
                .filter(method ->
                        method.getName().equals("createSelect") && method.getParameterTypes()[2] == ModelPart.class)
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodError("createSelect"));
        Consumer<JdbcParameter> parameters = parameter -> {};
        List<@Nullable Object> arguments = new ArrayList<>();
        Collections.addAll(
                arguments,
                entity,
                null, // selects the entity itself
                entity.getNaturalIdMapping(),
                null,
                1,
                new LoadQueryInfluencers(sessionFactory),
                new org.hibernate.LockOptions(),
                parameters,
                sessionFactory);
        if (builder.getParameterCount() > arguments.size()) { // since 7.4
            arguments.add(arguments.size() - 1, new SqlAliasBaseManager());
        }
        try {
            return (SelectStatement) builder.invoke(null, arguments.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("removal") // the loader itself still takes LockOptions
    private PlannedStatement findById(String name, EntityPersister entity) {
        Object loader = entity instanceof AbstractEntityPersister persister ? persister.getSingleIdLoader() : entity;
        if (!(loader instanceof SingleIdEntityLoaderStandardImpl<?> || loader instanceof EntityBatchLoader<?>)) {
            return PlannedStatement.jdbc(name, JdbcReason.of(ReasonCode.CUSTOM_LOADER));
        }
        LoadQueryInfluencers influencers = new LoadQueryInfluencers(sessionFactory);
        return planned(
                name,
                new SingleIdEntityLoaderStandardImpl<>(entity, influencers)
                        .resolveLoadPlan(new org.hibernate.LockOptions(), influencers)
                        .getJdbcSelect());
    }

    private void addCollection(CollectionPersister collection) {
        add(Kind.COLLECTION, collection.getRole(), role -> {
            if (collection instanceof AbstractCollectionPersister persister
                    && persister.getCollectionLoader() instanceof CollectionLoaderNamedQuery) {
                return PlannedStatement.jdbc(role, JdbcReason.of(ReasonCode.CUSTOM_QUERY));
            }
            CollectionLoaderSingleKey loader = new CollectionLoaderSingleKey(
                    collection.getAttributeMapping(), new LoadQueryInfluencers(sessionFactory), sessionFactory);
            return planned(role, rendered(loader.getSqlAst(), QueryOptions.NONE));
        });
    }

    private void addQuery(NamedSqmQueryMemento<?> query) {
        add(Kind.QUERY, query.getRegistrationName(), name -> {
            JdbcReason option = JdbcOnlySessions.refusal(query.getComment());
            if (option != null) {
                return PlannedStatement.jdbc(name, option);
            }
            QueryOptionsImpl options = new QueryOptionsImpl();
            options.getLimit().setFirstRow(query.getFirstResult());
            options.getLimit().setMaxRows(query.getMaxResults());
            SqmStatement<?> sqm = query.getSqmStatement();
            return planned(name, sqm == null ? translated(query.getHqlString(), query.getResultType()) : sqm, options);
        });
    }

    private PlannedStatement planned(String name, SqmStatement<?> sqm, QueryOptions options) {
        return sqm instanceof SqmSelectStatement<?> select
                ? planned(name, rendered(translated(select), options))
                : PlannedStatement.jdbc(name, JdbcReason.of(ReasonCode.WRITES));
    }

    // Without the cache of interpretations, because it counts statistics.
    @SuppressWarnings("NullAway") // Hibernate does not annotate null: no expected type
    private SqmStatement<?> translated(String hql, @Nullable Class<?> resultType) {
        return sessionFactory.getQueryEngine().getHqlTranslator().translate(hql, resultType);
    }

    private SelectStatement translated(SqmSelectStatement<?> sqm) {
        DomainParameterXref parameters = DomainParameterXref.from(sqm);
        ParameterMetadataImpl metadata = parameters.hasParameters()
                ? new ParameterMetadataImpl(parameters.getQueryParameters())
                : ParameterMetadataImpl.EMPTY;
        QueryParameterBindings bindings = metadata.createBindings(sessionFactory);
        return sessionFactory
                .getQueryEngine()
                .getSqmTranslatorFactory()
                .createSelectTranslator(
                        sqm,
                        QueryOptions.NONE,
                        parameters,
                        bindings,
                        new LoadQueryInfluencers(sessionFactory),
                        sessionFactory.getSqlTranslationEngine(),
                        true)
                .translate()
                .getSqlAst();
    }

    private JdbcSelect rendered(SelectStatement statement, QueryOptions options) {
        return sessionFactory
                .getJdbcServices()
                .getJdbcEnvironment()
                .getSqlAstTranslatorFactory()
                .buildSelectTranslator(sessionFactory, statement)
                .translate(JdbcParameterBindings.NO_BINDINGS, options);
    }

    private PlannedStatement planned(String role, JdbcSelect select) {
        return select.getJdbcValuesMappingProducer() instanceof PlannedMapping mapping
                ? mapping.statement(select.getSqlString(), sessionFactory)
                : PlannedStatement.jdbc(role, JdbcReason.of(ReasonCode.NOT_SEEN));
    }
}
