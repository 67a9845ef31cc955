// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.spi.LoadScopes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.criteria.Nulls;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The persistence unit of a repository, seen from the calling thread. */
public final class PersistenceUnit {

    private static final JdbcReason NO_SESSION =
            new JdbcReason(Kind.SESSION, "inside a transaction without a Hibernate session");

    private final EntityManagerFactory factory;
    private final @Nullable JdbcReason sessions;
    private volatile @Nullable HandlerSocketLoads loads;

    /**
     * @param sessions why a query needs a session opened by the application's code; null if sessions are Spring's own
     */
    public PersistenceUnit(EntityManagerFactory factory, @Nullable JdbcReason sessions) {
        this.factory = factory;
        this.sessions = sessions;
    }

    public HandlerSocketLoads loads() {
        HandlerSocketLoads known = loads;
        if (known == null) {
            known = HibernateLoads.of(factory);
            loads = known;
        }
        return known;
    }

    /** Returns why JDBC must answer a query for columns of this thread now; null if its rows may be read directly. */
    public @Nullable JdbcReason directRefusal() {
        Session bound = bound();
        if (bound == null && sessions != null) {
            return sessions;
        }
        return bound == null && isInTransaction() ? NO_SESSION : loads().refusal(bound);
    }

    /** Records that rows of the entity's table have answered a query of this thread's session. */
    public void answered(Class<?> entity) {
        Session bound = bound();
        if (bound != null) {
            loads().answered(bound, entity);
        }
    }

    /** Returns why JDBC answers all queries for columns now; null if the sessions of most calls allow direct reads. */
    public @Nullable JdbcReason usualRefusal() {
        return sessions == null ? loads().refusal(null) : sessions;
    }

    /** Returns whether this thread is in a transaction or in a transaction synchronization. */
    public static boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                || TransactionSynchronizationManager.isSynchronizationActive();
    }

    /** Binds a session to this thread, as a web request does. */
    public void bind(Session session) {
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(session));
    }

    public void unbind() {
        TransactionSynchronizationManager.unbindResource(factory);
    }

    /**
     * Lets a caller use JDBC instead of HandlerSocket. In an outage, which affects all callers, it waits until this
     * caller may begin a transaction, and fails as the transaction would.
     */
    public FallbackLimit.Permit enterFallback(Class<?> entity, JdbcReason reason) {
        boolean outage = reason.kind() == Kind.OUTAGE || (!isInTransaction() && loads().interrupted(entity));
        if (!outage || holdsConnection()) {
            return () -> {};
        }
        SessionFactoryImplementor hibernate = hibernate();
        try {
            return loads().fallback().enter();
        } catch (SQLException e) {
            throw new CannotCreateTransactionException(
                    "Could not open JPA EntityManager for transaction",
                    hibernate
                            .getJdbcServices()
                            .getSqlExceptionHelper()
                            .convert(e, "Unable to acquire JDBC Connection [" + e.getMessage() + "]"));
        }
    }

    public boolean holdsConnection() {
        Session bound = bound();
        return bound != null
                && bound.unwrap(SessionImplementor.class)
                        .getJdbcCoordinator()
                        .getLogicalConnection()
                        .isPhysicallyConnected();
    }

    /** Returns the entity's table as Hibernate writes it. */
    public String table(Class<?> entity) {
        return hibernate().getMappingMetamodel().getEntityDescriptor(entity).getTableName();
    }

    /** Returns what Spring's repositories throw instead of an exception of JPA. */
    public Throwable translated(Throwable failure) {
        JpaDialect dialect = factory instanceof EntityManagerFactoryInfo info ? info.getJpaDialect() : null;
        if (!(failure instanceof RuntimeException raw)) {
            return failure;
        }
        return DataAccessUtils.translateIfNecessary(
                raw, dialect == null ? EntityManagerFactoryUtils::convertJpaAccessExceptionIfPossible : dialect);
    }

    /** Returns whether Hibernate places NULL in an order other than as the database does. */
    public boolean placesNulls() {
        Nulls places = hibernate().getSessionFactoryOptions().getDefaultNullPrecedence();
        return places != null && places != Nulls.NONE;
    }

    public boolean isNamedQuery(String name) {
        try (EntityManager session = hibernate().openSession()) {
            return session.createNamedQuery(name) != null;
        } catch (IllegalArgumentException e) {
            return false;
        } catch (RuntimeException e) {
            return true; // a session without tenant, for instance: not proven
        }
    }

    private SessionFactoryImplementor hibernate() {
        return factory.unwrap(SessionFactory.class).unwrap(SessionFactoryImplementor.class);
    }

    /** Returns the session that a transaction or a web request has bound to this thread; null if there is none. */
    public @Nullable Session bound() {
        EntityManagerHolder holder = (EntityManagerHolder) TransactionSynchronizationManager.getResource(factory);
        return holder == null ? null : holder.getEntityManager().unwrap(Session.class);
    }

    /** Returns whether the session bound to this thread is in a transaction, in which calls of this unit take part. */
    public boolean isBoundInTransaction() {
        Session bound = bound();
        return bound != null && bound.unwrap(SessionImplementor.class).isTransactionInProgress();
    }

    /** Returns whether the session bound to this thread is in a transaction, or may have begun one by SQL. */
    public boolean holdsTransaction() {
        Session bound = bound();
        return bound != null && (isBoundInTransaction() || loads().mayHaveWritten(bound));
    }

    /**
     * Does in the session that is bound to this thread what the end of a method's own transaction would do, where the
     * method was answered before that transaction: without auto-commit, it also ends what the session's connection has
     * begun.
     */
    public void endTransaction(Session bound, boolean commit) {
        if (holdsConnection()) {
            bound.doWork(connection -> {
                if (connection.getAutoCommit()) {
                    return;
                }
                if (commit) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
            });
        }
        loads().ended(bound);
    }

    /** Returns whether the session bound to this thread holds entities or collections, which may have changed. */
    public boolean holdsEntities() {
        Session bound = bound();
        if (bound == null) {
            return false;
        }
        PersistenceContext context = bound.unwrap(SessionImplementor.class).getPersistenceContextInternal();
        return context.getNumberOfManagedEntities() > 0 || context.getCollectionEntriesSize() > 0;
    }

    /**
     * Opens a session on this connection, whose loads use JDBC for that reason. It only reads, in a thread of this
     * library, so the application's interceptor and session listeners do not hear of it.
     */
    public Session open(Connection connection) {
        return hibernate()
                .withOptions()
                .connection(connection)
                .noInterceptor()
                .clearEventListeners()
                .flushMode(FlushMode.MANUAL)
                .openSession();
    }

    /** Opens a scope for a read of rows by this thread; null if only the client's own server answers. */
    public LoadScopes.@Nullable Scope scope() {
        return loads().scope(bound());
    }

    /**
     * Opens a session for one load whose entities are detached afterwards. If another server may answer the load, the
     * session can only read, so that Hibernate lets it answer.
     */
    public Session openToRead() {
        Session session = open();
        try (LoadScopes.Scope scope = loads().scope(null)) {
            if (scope != null && scope.allowsOthers()) {
                session.setDefaultReadOnly(true);
                session.setHibernateFlushMode(FlushMode.MANUAL);
            }
        }
        return session;
    }

    /** Opens a session for one load, as Spring does for a transaction. */
    public Session open() {
        EntityManager entityManager = factory instanceof EntityManagerFactoryInfo info
                ? info.createNativeEntityManager(null)
                : factory.createEntityManager();
        return entityManager.unwrap(Session.class);
    }
}
