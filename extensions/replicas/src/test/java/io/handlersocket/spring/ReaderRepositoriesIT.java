// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.Patience;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.replicated.Catalog;
import io.handlersocket.spring.replicated.Item;
import io.handlersocket.spring.replicated.Items;
import io.handlersocket.spring.replicated.ReplicatedApplication;
import io.handlersocket.spring.replicated.Stocks;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Read-only transactions have a DataSource that leads to one of the replicas. Item 1 tells which server has answered:
 * its amount is 10 at the primary, 20 at the reader and 30 at the other replica.
 */
@Timeout(180)
class ReaderRepositoriesIT {

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    /** Sends read-only transactions to server 2. */
    static class Split {

        @Bean
        static BeanPostProcessor split() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof HikariDataSource pool ? around(pool) : bean;
                }
            };
        }

        @Bean
        static LookupListener heard() {
            return lookups::add;
        }

        private static DataSource around(HikariDataSource pool) {
            HikariDataSource reader = new HikariDataSource();
            reader.setJdbcUrl(DB.server(2).getJdbcUrl());
            reader.setUsername(pool.getUsername());
            reader.setPassword(pool.getPassword());
            reader.setTransactionIsolation(pool.getTransactionIsolation());
            reader.setMaximumPoolSize(3);
            readers.add(reader);
            return split(pool, reader);
        }

        static DataSource split(HikariDataSource primary, HikariDataSource reader) {
            LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(primary);
            split.setReadOnlyDataSource(reader);
            return split;
        }
    }

    private static final List<HikariDataSource> readers = new ArrayList<>();
    private static final List<LookupListener.Lookup> lookups = new CopyOnWriteArrayList<>();

    private static ConfigurableApplicationContext context;
    private static Replicas replicas;
    private static Items items;
    private static Catalog catalog;
    private static HibernateLoads loads;

    @BeforeAll
    static void start() throws SQLException {
        ReplicatedApplication.createTable(DB);
        for (int id = 1; id <= 3; id++) {
            if (id > 1) {
                DB.awaitReplica(id - 2, Patience.LIMIT);
            }
            locally(DB.server(id), "update item set amount = " + id * 10 + " where id = 1");
        }
        context = ReplicatedApplication.on(
                        DB, "spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED")
                .sources(Split.class)
                .run();
        replicas = context.getBean(Replicas.class);
        items = context.getBean(Items.class);
        catalog = context.getBean(Catalog.class);
        loads = context.getBean(HibernateLoads.class);
    }

    /** Runs statements as root, which are not in the binary log. */
    private static void locally(HandlerSocketMariaDB server, String sql) throws SQLException {
        try (Connection connection = server.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set sql_log_bin = 0");
            statement.execute(sql);
        }
    }

    @AfterAll
    static void stop() {
        context.close();
        readers.forEach(HikariDataSource::close);
    }

    @BeforeEach
    void bothRolesAreFast() throws SQLException {
        locally(DB.server(2), "set global read_only = 1");
        Patience.await()
                .untilAsserted(() -> assertThat(replicas.servers().stream().filter(ServerSnapshot::usable))
                        .as("%s", replicas.servers())
                        .hasSize(3));
        awaitFast(true, 20);
        awaitFast(false, 10);
    }

    private static int amount(long id) {
        return items.findById(id).map(Item::getAmount).orElseThrow();
    }

    private static int reading(IntSupplier work) {
        return transaction(true, work);
    }

    private static int writing(IntSupplier work) {
        return transaction(false, work);
    }

    private static int transaction(boolean readOnly, IntSupplier work) {
        TransactionTemplate template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        template.setReadOnly(readOnly);
        Integer amount = template.execute(status -> work.getAsInt());
        return Objects.requireNonNull(amount);
    }

    /** Waits until a transaction loads over HandlerSocket. */
    private static void awaitFast(boolean readOnly, int amount) {
        Patience.await()
                .until(() -> jdbc(() -> assertThat(transaction(readOnly, () -> amount(1)))
                                .isEqualTo(amount))
                        == 0);
    }

    /** The load of the work goes over HandlerSocket. It is repeated if HandlerSocket could not answer for a moment. */
    private static void assertFast(Runnable load) {
        Routed.loads(HibernateLoads.of(context.getBean(EntityManagerFactory.class)), Route.HANDLERSOCKET, 1, () -> {
            load.run();
            return load;
        });
    }

    private static long jdbc(Runnable work) {
        long fast = loads.count(Route.HANDLERSOCKET);
        long jdbc = loads.count(Route.JDBC);
        work.run();
        long slow = loads.count(Route.JDBC) - jdbc;
        assertThat(loads.count(Route.HANDLERSOCKET) - fast + slow).isPositive();
        return slow;
    }

    @Test
    void onlyTheReaderAnswersReadOnlyTransactions() {
        for (int i = 0; i < 20; i++) {
            assertFast(() -> assertThat(reading(() -> amount(1))).isEqualTo(20));
            assertFast(() -> assertThat(writing(() -> amount(1))).isEqualTo(10));
        }
    }

    @Test
    void theReadOnlyTransactionOfAMethodIsAnsweredInside() {
        for (int i = 0; i < 20; i++) {
            assertLookup(() -> assertThat(amount(1)).isEqualTo(20));
            assertLookup(() ->
                    assertThat(items.findAllById(List.of(1L))).singleElement().returns(20, Item::getAmount));
        }
        int[] fetched = new int[1];
        assertFast(() -> assertThat(reading(() -> {
                    int amount = amount(1);
                    fetched[0] = readers.get(0).getHikariPoolMXBean().getActiveConnections();
                    return amount;
                }))
                .isEqualTo(20));
        assertThat(fetched[0]).as("fetched connections").isZero();
    }

    private static void assertLookup(Runnable load) {
        assertFast(() -> {
            lookups.clear();
            load.run();
        });
        assertThat(lookups).singleElement().returns(LookupRoute.HANDLERSOCKET, LookupListener.Lookup::route);
    }

    @Test
    void rowsWithoutHibernateAreOfTheReader() {
        Patience.await().until(() -> {
            List<String> servers = answers(20);
            assertThat(servers).isSubsetOf("db2");
            return servers.size() == 20;
        });
    }

    private static List<String> answers(int reads) {
        try (ReadScope scope = replicas.open(Freshness.ANY)) {
            for (int i = 0; i < reads; i++) {
                assertThat(reading(() -> catalog.findStockById(1).orElseThrow().amount()))
                        .isEqualTo(20);
            }
            return scope.answers().stream().map(ReadScope.Answer::server).toList();
        }
    }

    /** As in a web request with open-in-view: SQL would keep the first connection, and so stay with its server. */
    @Test
    void aSessionThatIsBoundStaysWhereItBegan() {
        inOneSession(() -> {
            assertFast(() -> assertThat(freshAmount()).isEqualTo(20));
            assertFast(() -> assertThat(writing(this::freshAmount)).isEqualTo(20));
            assertFast(() -> assertThat(reading(this::freshAmount)).isEqualTo(20));
        });
        inOneSession(() -> {
            assertFast(() -> assertThat(writing(this::freshAmount)).isEqualTo(10));
            assertFast(() -> assertThat(reading(this::freshAmount)).isEqualTo(10));
            assertFast(() -> assertThat(writing(this::freshAmount)).isEqualTo(10));
        });
    }

    private int freshAmount() {
        EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
        EntityManagerHolder holder = (EntityManagerHolder) TransactionSynchronizationManager.getResource(factory);
        Objects.requireNonNull(holder).getEntityManager().clear();
        return amount(1);
    }

    private static void inOneSession(Runnable work) {
        EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
        try (EntityManager entityManager = factory.createEntityManager()) {
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
            try {
                work.run();
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
            }
        }
    }

    /** The transaction that a method asks for decides, not the one that is bound to the thread. */
    @Test
    void aMethodReadsWhereItsTransactionLeads() {
        Stocks stocks = context.getBean(Stocks.class);
        for (int i = 0; i < 20; i++) {
            List<Integer> alone = amounts(stocks);
            List<Integer> reading = new ArrayList<>();
            reading(() -> {
                reading.addAll(amounts(stocks));
                return 0;
            });
            List<Integer> writing = new ArrayList<>();
            writing(() -> {
                writing.addAll(amounts(stocks));
                return 0;
            });
            assertThat(alone).containsExactly(10, 10, 10, 20, 20, 10);
            assertThat(reading).containsExactly(20, 10, 10, 20, 20, 20);
            assertThat(writing).containsExactly(10, 10, 10, 20, 10, 10);
        }
    }

    private static List<Integer> amounts(Stocks stocks) {
        return Stream.<Function<Long, Optional<Catalog.Stock>>>of(
                        stocks::findStockById,
                        stocks::findOutsideById,
                        stocks::findInNewById,
                        stocks::findInNewReadOnlyById,
                        stocks::findReadOnlyById,
                        stocks::findSupportedById)
                .map(read -> read.apply(1L).orElseThrow().amount())
                .toList();
    }

    @Test
    void anyOfAMethodIsTheReader() {
        assertFast(
                () -> assertThat(reading(() -> catalog.entity(1).orElseThrow().getAmount()))
                        .isEqualTo(20));
    }

    @Test
    void aDurationIsNotProvenBySql() {
        assertThat(jdbc(() -> assertThat(catalog.findById(1L)).get().returns(20, Item::getAmount)))
                .isPositive();
    }

    @Test
    void aReaderThatMayNotAnswerIsAskedBySql() throws SQLException {
        locally(DB.server(2), "set global read_only = 0"); // as if it were promoted
        Patience.await()
                .until(() -> replicas.servers().stream()
                        .anyMatch(server ->
                                server.name().equals("db2") && server.reason().contains("is writable")));
        assertThat(jdbc(() -> assertThat(reading(() -> amount(1))).isEqualTo(20)))
                .isPositive();
        assertThat(reading(() -> catalog.findStockById(1).orElseThrow().amount()))
                .isEqualTo(20);
        // A second writable server makes the client prove the primary anew, which takes a moment.
        awaitFast(false, 10);
    }
}
