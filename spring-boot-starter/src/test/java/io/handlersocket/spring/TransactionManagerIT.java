// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.tenant.Accounts;
import io.handlersocket.spring.tenant.Branches;
import io.handlersocket.spring.tenant.QualifiedAccounts;
import io.handlersocket.spring.tenant.TenantApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What a transaction manager has run when a transaction begins decides which rows repositories give: here, those of tenant 1. */
class TransactionManagerIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private final List<Lookup> lookups = new CopyOnWriteArrayList<>();

    private static void filter(EntityManager entityManager) {
        entityManager.unwrap(Session.class).enableFilter("tenant").setParameter("tenant", 1);
    }

    /** Where an application has the filter enabled. */
    enum Filtering {
        INITIALIZER(Situation.MANAGER_INITIALIZER.reason()) {
            @Override
            void apply(JpaTransactionManager manager) {
                manager.setEntityManagerInitializer(TransactionManagerIT::filter);
            }
        },
        DIALECT(Situation.DIALECT.reason(FilteringDialect.class)) {
            @Override
            void apply(JpaTransactionManager manager) {
                manager.setJpaDialect(new FilteringDialect());
            }
        },
        LISTENER(Situation.LISTENER.reason(FilteringListener.class)) {
            @Override
            void apply(JpaTransactionManager manager) {
                manager.addListener(new FilteringListener(Objects.requireNonNull(manager.getEntityManagerFactory())));
            }
        };

        private final String reason;

        Filtering(String reason) {
            this.reason = reason;
        }

        abstract void apply(JpaTransactionManager manager);
    }

    static final class FilteringDialect extends HibernateJpaDialect {

        private static final long serialVersionUID = 1L;

        @Override
        public Object beginTransaction(EntityManager entityManager, TransactionDefinition definition)
                throws SQLException {
            filter(entityManager);
            return super.beginTransaction(entityManager, definition);
        }
    }

    static final class FilteringListener implements TransactionExecutionListener {

        private final EntityManagerFactory factory;

        FilteringListener(EntityManagerFactory factory) {
            this.factory = factory;
        }

        @Override
        public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
            filter(Objects.requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(factory)));
        }
    }

    static final class FilteringManager extends JpaTransactionManager {

        private static final long serialVersionUID = 1L;

        FilteringManager(EntityManagerFactory factory) {
            super(factory);
        }

        @Override
        protected EntityManager createEntityManagerForTransaction() {
            EntityManager entityManager = super.createEntityManagerForTransaction();
            filter(entityManager);
            return entityManager;
        }
    }

    @BeforeEach
    void createTable() {
        TenantApplication.createTable(server);
    }

    @Test
    void aPlainOneIsNotAsked() {
        try (ConfigurableApplicationContext context = start(beans -> {})) {
            awaitFast(context, "Accounts", "findById");
            Accounts accounts = context.getBean(Accounts.class);

            assertThat(accounts.findById(1L)).isPresent();
            assertThat(accounts.findById(2L)).as("of another tenant").isPresent();
            assertThat(accounts.findAllById(List.of(1L, 2L))).hasSize(2);

            assertThat(lookups).extracting(Lookup::route).containsOnly(Situation.PLAIN_MANAGER.route());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatItDoesWhenATransactionBeginsIsDone(Filtering filtering) {
        try (ConfigurableApplicationContext context = start(beans ->
                beans.registerBean("customizer", BeanPostProcessor.class, () -> afterwards(filtering::apply)))) {
            givesOneTenantsRows(context, filtering.reason);
        }
    }

    @Test
    void aSubclassIsTrustedWithNothing() {
        try (ConfigurableApplicationContext context = start(beans -> beans.registerBean(
                "transactionManager",
                PlatformTransactionManager.class,
                () -> new FilteringManager(beans.getBean(EntityManagerFactory.class))))) {
            givesOneTenantsRows(context, Situation.SUBCLASS.reason(FilteringManager.class));
        }
    }

    @Test
    void theOneThatTheMethodsQualifierNamesIsAsked() {
        try (ConfigurableApplicationContext context = start(beans -> {
            beans.registerBean(
                    "transactionManager",
                    JpaTransactionManager.class,
                    () -> new JpaTransactionManager(beans.getBean(EntityManagerFactory.class)));
            beans.registerBean(
                    "filtering",
                    FilteringManager.class,
                    () -> new FilteringManager(beans.getBean(EntityManagerFactory.class)),
                    definition -> definition.setPrimary(false));
        })) {
            awaitFast(context, "Accounts", "findById");
            QualifiedAccounts accounts = context.getBean(QualifiedAccounts.class);

            assertThat(accounts.findById(1L)).isPresent();
            assertThat(accounts.findById(2L)).as("of another tenant").isEmpty();
            assertThat(lookups)
                    .hasSize(2)
                    .allMatch(lookup -> lookup.reason().equals(Situation.SUBCLASS.reason(FilteringManager.class)));
            lookups.clear();
            assertThat(accounts.findAllById(List.of(1L, 2L))).hasSize(2);
            assertThat(lookups).extracting(Lookup::route).containsOnly(LookupRoute.HANDLERSOCKET);
        }
    }

    @Test
    void whatTheFactoryDoesToEachEntityManagerIsDoneInFront() {
        try (ConfigurableApplicationContext context = start(beans -> beans.registerBean(
                "customizer",
                BeanPostProcessor.class,
                () -> before(factory -> factory.setEntityManagerInitializer(TransactionManagerIT::filter))))) {
            awaitConnected(context);
            Accounts accounts = context.getBean(Accounts.class);

            assertThat(accounts.findById(1L)).isPresent();
            assertThat(accounts.findById(2L)).as("of another tenant").isEmpty();
            assertThat(accounts.findAllById(List.of(1L, 2L))).hasSize(1);
        }
    }

    @Test
    void filtersOfABoundSessionHold() {
        try (ConfigurableApplicationContext context = start(beans -> {})) {
            awaitFast(context, "Accounts", "findById");
            Accounts accounts = context.getBean(Accounts.class);
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            try (EntityManager entityManager = factory.createEntityManager()) {
                TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
                try {
                    assertThat(accounts.findById(4L)).as("before the filter").isPresent();
                    assertThat(lookups).extracting(Lookup::route).containsExactly(LookupRoute.HANDLERSOCKET);
                    filter(entityManager);

                    // A filter by equality is a condition of the lookup as soon as its column is read, too.
                    await().pollInSameThread().atMost(Duration.ofSeconds(30)).until(() -> {
                        entityManager.clear();
                        lookups.clear();
                        assertThat(accounts.findById(1L)).isPresent();
                        assertThat(accounts.findById(2L))
                                .as("of another tenant")
                                .isEmpty();
                        assertThat(accounts.findAllById(List.of(1L, 2L))).hasSize(1);
                        return lookups.stream().allMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
                    });
                    assertThat(lookups).hasSize(3);
                    assertThat(context.getBean(QualifiedAccounts.class).findNameById(2))
                            .as("of another tenant")
                            .isEmpty();
                    assertThat(lookups.get(lookups.size() - 1).reason())
                            .as("of the query for single columns")
                            .isEqualTo(Situation.FILTER.reason());
                } finally {
                    TransactionSynchronizationManager.unbindResource(factory);
                }
            }
        }
    }

    /** Whatever a session hides of other entities, this one's rows are the same. */
    @Test
    void anEntityWithoutFiltersIsReadDirectlyBesideOthersThatHaveSome() {
        try (ConfigurableApplicationContext context = start(beans -> {})) {
            for (String method : List.of("findCodeById", "existsByCode", "existsById")) {
                awaitFast(context, "Branches", method);
            }
            Branches branches = context.getBean(Branches.class);
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            try (EntityManager entityManager = factory.createEntityManager()) {
                filter(entityManager);
                TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
                try {
                    assertThat(branches.findCodeById(2)).contains(new Branches.Code(2, "B2"));
                    assertThat(branches.findCodeById(9)).isEmpty();
                    assertThat(branches.existsByCode("B2")).isTrue();
                    assertThat(branches.existsByCode("B9")).isFalse();
                } finally {
                    TransactionSynchronizationManager.unbindResource(factory);
                }
            }
            assertThat(branches.existsById(2L)).isTrue();
            assertThat(branches.existsById(9L)).isFalse();
            assertThat(lookups).hasSize(6).allMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
            lookups.clear();

            assertThat(branches.findByAccountId(2)).containsExactly(new Branches.Code(2, "B2"));
            assertThat(lookups).extracting(Lookup::route).containsExactly(LookupRoute.JDBC);
        }
    }

    private void givesOneTenantsRows(ConfigurableApplicationContext context, String reason) {
        awaitConnected(context);
        Accounts accounts = context.getBean(Accounts.class);

        assertThat(accounts.findById(1L)).isPresent();
        assertThat(accounts.findById(2L)).as("of another tenant").isEmpty();
        assertThat(accounts.existsById(2L)).isFalse();
        assertThat(accounts.findAllById(List.of(1L, 2L))).hasSize(1);
        assertThat(accounts.findAccountById(1)).isPresent();
        assertThat(accounts.findAccountById(2)).as("of another tenant").isEmpty();

        assertThat(lookups).hasSize(6).allSatisfy(lookup -> {
            assertThat(lookup.route()).isEqualTo(LookupRoute.JDBC);
            assertThat(lookup.reason()).contains(reason);
        });
        assertThat(context.getBean(MethodPlans.class).all())
                .filteredOn(plan -> plan.repository().equals("Accounts"))
                .isNotEmpty()
                .allMatch(plan -> plan.reason().contains(reason));
    }

    private void awaitFast(ConfigurableApplicationContext context, String repository, String method) {
        awaitConnected(context);
        await().until(() -> context.getBean(MethodPlans.class).all().stream()
                .anyMatch(plan ->
                        plan.repository().equals(repository) && plan.method().equals(method) && plan.whyNot() == null));
        lookups.clear();
    }

    /** Until Hibernate itself loads accounts over HandlerSocket. */
    private static void awaitConnected(ConfigurableApplicationContext context) {
        context.getBean(HandlerSocketClient.class)
                .firstAttempt()
                .toCompletableFuture()
                .join();
        await().until(() -> context.getBean(HibernateLoads.class).entities().stream()
                .anyMatch(plan -> plan.route() == Route.HANDLERSOCKET));
    }

    /** Once it is made: while it is, the manager takes its factory's dialect. */
    private static BeanPostProcessor afterwards(Consumer<JpaTransactionManager> change) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof JpaTransactionManager manager) {
                    change.accept(manager);
                }
                return bean;
            }
        };
    }

    private static BeanPostProcessor before(Consumer<LocalContainerEntityManagerFactoryBean> change) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof LocalContainerEntityManagerFactoryBean factory) {
                    change.accept(factory);
                }
                return bean;
            }
        };
    }

    private ConfigurableApplicationContext start(Consumer<GenericApplicationContext> beans) {
        return TenantApplication.on(server)
                .initializers(PlayerApplication.patient(), (GenericApplicationContext context) -> {
                    context.registerBean(LookupListener.class, () -> lookups::add);
                    beans.accept(context);
                })
                .run();
    }
}
