// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.internal.query.Projection;
import io.handlersocket.spring.internal.query.QueryMethod;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.repository.advice.SessionSources;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.Listeners;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnits;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.InstantiationException;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.SharedEntityManagerCreator;

/** The {@code FastReads} lookups of one repository, and the JPA queries with the same meaning. */
final class EntityReads {

    private static final Pattern PATH = Pattern.compile("\\w+(\\.\\w+)*");

    private static final JdbcReason OFF = new JdbcReason(Kind.OPTION, "switched off");

    /** One query, which is read from rows directly if possible. */
    private record Query(
            Projection projection,
            @Nullable DirectRead read,
            @Nullable JdbcReason refusal,
            String jpql) {}

    /** What answers over HandlerSocket, unless it is switched off. */
    private record Fast(PersistenceUnit unit, DirectQueries queries) {}

    private final RepositoryMetadata repository;
    private final EntityManagerFactory factory;
    private final EntityManager entityManager;
    private final @Nullable Fast fast;
    private final Observers observers;
    private final Map<List<?>, Query> queries = new ConcurrentHashMap<>();

    /** @throws IllegalStateException if the repository's persistence unit is not known */
    EntityReads(ConfigurableListableBeanFactory beans, RepositoryMetadata repository) {
        this.repository = repository;
        this.factory = PersistenceUnits.of(beans, repository);
        this.entityManager = SharedEntityManagerCreator.createSharedEntityManager(factory);
        HandlerSocketClient client =
                beans.getBeanProvider(HandlerSocketClient.class).getIfUnique();
        DirectQueries direct = beans.getBeanProvider(DirectQueries.class).getIfAvailable();
        this.fast = client == null || direct == null
                ? null
                : new Fast(new PersistenceUnit(factory, SessionSources.made(beans, factory)), direct);
        this.observers = beans.getBeanProvider(Listeners.class)
                .getIfAvailable(() -> new Listeners(
                        new LookupCounts(),
                        beans.getBeanProvider(LookupListener.class),
                        beans.getBeanProvider(RepositoryMethodInvocationListener.class)))
                .ofSeen(repository.getRepositoryInterface(), "lookup");
    }

    @Nullable
    Object find(Object id) {
        long start = observers.start();
        try {
            return fast == null ? overJpa(id, start) : watched(fast.unit(), id, start);
        } catch (RuntimeException e) {
            observers.threw(e, start);
            throw e;
        }
    }

    private @Nullable Object overJpa(Object id, long start) {
        Object found = entityManager.find(repository.getDomainType(), id);
        observers.ordinary(CallOutcome.overJdbc(OFF), start);
        return found;
    }

    private @Nullable Object watched(PersistenceUnit unit, Object id, long start) {
        EntityManagerFactoryUtils.getTransactionalEntityManager(factory); // binds the transaction's, as the find would
        Session bound = unit.bound();
        try (Session opened = bound == null ? unit.openToRead() : null;
                RecordedLoads recorded = unit.loads().record()) {
            Session session = opened == null ? Objects.requireNonNull(bound) : opened;
            Object found = session.find(repository.getDomainType(), id);
            observers.ordinary(CallOutcome.of(recorded), start);
            return found;
        }
    }

    /** Returns the name of the id's attribute. */
    String idAttribute() {
        return HibernateLoads.of(factory)
                .table(repository.getDomainType())
                .id()
                .orElseThrow(() -> new IllegalArgumentException(
                        repository.getDomainType() + ": an id of several attributes (expected one)"));
    }

    <P> List<P> query(Class<P> type, List<String> attributes, Object[] values) {
        Query query = queries.computeIfAbsent(List.of(type, attributes), key -> query(type, attributes));
        long start = observers.start();
        DirectRead read = query.read();
        JdbcReason reason = read == null ? query.refusal() : read.refusal();
        if (reason == null && read != null) {
            try {
                Object found = read.now(values, own -> () -> overJpa(query, type, own));
                List<?> results = found instanceof List<?> list ? list : List.of();
                observers.ordinary(CallOutcome.FAST, start);
                return results.stream().<P>map(type::cast).toList();
            } catch (LeftToJdbcException e) {
                reason = e.reason();
            }
        }
        List<P> results;
        try (FallbackLimit.Permit permit = fast == null || reason == null
                ? () -> {}
                : fast.unit().enterFallback(repository.getDomainType(), reason)) {
            results = overJpa(query, type, values);
        } catch (RuntimeException e) {
            observers.threw(e, start);
            throw e;
        }
        observers.ordinary(CallOutcome.overJdbc(reason), start);
        return results;
    }

    private Query query(Class<?> type, List<String> attributes) {
        Class<?> entity = repository.getDomainType();
        EntityTable table = HibernateLoads.of(factory).table(entity);
        Projection projection;
        try {
            projection = Projection.of(type, entity, table);
        } catch (LeftToJdbcException e) {
            throw new IllegalArgumentException(type + ": " + e.reason().text());
        }
        String jpql = jpql(projection, attributes);
        if (fast == null) {
            return new Query(projection, null, OFF, jpql);
        }
        try {
            QueryMethod query = QueryMethod.equal(entity, type, attributes);
            QueryRead read = fast.queries().read(fast.unit(), table, query);
            DirectRead direct = new DirectRead(fast.unit(), entity, read, "FastReads of " + entity.getName(), null);
            return new Query(projection, direct, null, jpql);
        } catch (LeftToJdbcException e) {
            return new Query(projection, null, e.reason(), jpql);
        }
    }

    private String jpql(Projection projection, List<String> attributes) {
        for (String attribute : attributes) {
            if (!PATH.matcher(attribute).matches()) {
                throw new IllegalArgumentException(
                        "attribute: '" + attribute + "' (expected a path such as author.id)");
            }
        }
        String select =
                projection.attributes().stream().map(name -> "e." + name).collect(Collectors.joining(", "));
        String where = IntStream.range(0, attributes.size())
                .mapToObj(i -> "e." + attributes.get(i) + " = ?" + (i + 1))
                .collect(Collectors.joining(" and "));
        String name = factory.getMetamodel().entity(repository.getDomainType()).getName();
        return "select " + select + " from " + name + " e where " + where;
    }

    private <P> List<P> overJpa(Query query, Class<P> type, @Nullable Object[] values) {
        TypedQuery<Tuple> tuples = entityManager.createQuery(query.jpql(), Tuple.class);
        for (int i = 0; i < values.length; i++) {
            tuples.setParameter(i + 1, values[i]);
        }
        List<Tuple> rows = tuples.getResultList();
        try {
            return rows.stream()
                    .map(row -> type.cast(query.projection().of(row.toArray())))
                    .toList();
        } catch (LeftToJdbcException e) { // as the query of a repository's method
            throw new InstantiationException(e.reason().text(), type, e.getCause());
        }
    }
}
