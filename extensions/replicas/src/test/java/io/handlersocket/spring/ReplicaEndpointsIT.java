// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.PatientClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.internal.report.ReplicaReport;
import io.handlersocket.replicas.internal.report.ServerReport;
import io.handlersocket.replicas.spring.ReplicaEndpoint;
import io.handlersocket.spring.replicated.Items;
import io.handlersocket.spring.replicated.Orders;
import io.handlersocket.spring.replicated.ReplicatedApplication;
import io.handlersocket.spring.replicated.Stocks;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Replicas that are beans: one by its DataSource, one by its options. The report and the meters say what they do. */
@Timeout(180)
class ReplicaEndpointsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    @Configuration(proxyBeanMethods = false)
    static class Servers {

        @Bean(defaultCandidate = false)
        HikariDataSource second(DataSourceProperties primary, @Value("${db2.url}") String url) {
            return primary.initializeDataSourceBuilder()
                    .type(HikariDataSource.class)
                    .url(url)
                    .build();
        }

        @Bean
        ReplicaEndpoint third() {
            return new ReplicaEndpoint(
                    "db3", PatientClient.builder().dataSource(DB.server(3).dataSource()));
        }
    }

    private static ConfigurableApplicationContext context;
    private static Replicas replicas;
    private static Items items;

    @BeforeAll
    static void start() {
        ReplicatedApplication.createTable(DB);
        context = ReplicatedApplication.withoutReplicas(DB)
                .sources(Servers.class)
                .properties(
                        "db2.url=" + DB.server(2).getJdbcUrl(),
                        "handlersocket.endpoints.replicas[0].name=db2",
                        "handlersocket.endpoints.replicas[0].data-source=second",
                        "handlersocket.freshness=1s")
                .run();
        replicas = context.getBean(Replicas.class);
        items = context.getBean(Items.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void replicasAnswer() {
        for (int i = 0; i < 2; i++) {
            DB.startSqlThread(i);
            DB.awaitReplica(i, PATIENCE);
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(servers())
                    .allMatch(ServerReport::usable)
                    .extracting(ServerReport::reason)
                    .containsOnlyNulls();
            long before = accepted();
            items.findById(2L);
            assertThat(accepted()).isGreaterThan(before);
        });
    }

    private static List<ServerReport> servers() {
        return context.getBean(ReplicaReport.class).report();
    }

    private static long accepted() {
        return replicas.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    private static void stopReplicas() throws InterruptedException {
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
        DB.primary().execute("UPDATE item SET amount = amount + 1 WHERE id = 1");
        Thread.sleep(1_100);
    }

    @Test
    void bothReplicasAnswerAndTheApplicationKeepsItsDataSource() {
        assertThat(servers()).extracting(ServerReport::name).containsExactly("hs", "db2", "db3");
        await().atMost(PATIENCE).untilAsserted(() -> {
            items.findById(2L);
            assertThat(servers())
                    .filteredOn(server -> server.role() == ServerSnapshot.Role.REPLICA)
                    .extracting(ServerReport::accepted)
                    .doesNotContain(0L);
        });
        assertThat(context.getBean("dataSource", HikariDataSource.class).getJdbcUrl())
                .isEqualTo(DB.primaryUrl());
        assertThat(context.getBeanProvider(DataSource.class).getIfUnique()).isSameAs(context.getBean("dataSource"));
    }

    @Test
    void aReplicaThatLagsHasAReasonAndThePrimaryItsReads() throws InterruptedException {
        FunctionCounter tooOld = context.getBean(MeterRegistry.class)
                .get("handlersocket.replica.not.asked")
                .tag("reason", "too-old")
                .functionCounter();
        stopReplicas();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> { // a server that stands still has another reason
                            long before = (long) tooOld.count();
                            items.findById(1L);
                            assertThat(tooOld.count()).isEqualTo(before + 1.0);
                            assertThat(servers().get(0).notAsked())
                                    .containsEntry(ServerSnapshot.NotAsked.TOO_OLD, before + 1);
                            assertThat(servers())
                                    .filteredOn(server -> server.role() == ServerSnapshot.Role.REPLICA)
                                    .allSatisfy(server -> {
                                        assertThat(server.usable()).isTrue();
                                        assertThat(server.reason())
                                                .contains("ms old", "handlersocket.freshness=1000ms");
                                        assertThat(server.notAsked()).isNull();
                                    });
                        });
    }

    /** As in a web request with open-in-view: Spring makes the connection read-only, and not the session. */
    @Test
    void aReadOnlyTransactionOfAnOlderSessionReadsRowsFromAReplica() {
        EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
        TransactionTemplate reading = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        reading.setReadOnly(true);
        reading.setIsolationLevel(TransactionTemplate.ISOLATION_READ_COMMITTED);
        Stocks stocks = context.getBean(Stocks.class);
        stocks.findStockById(1);
        await().atMost(PATIENCE).untilAsserted(() -> {
            try (EntityManager entityManager = factory.createEntityManager()) {
                TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
                long before = accepted();
                reading.executeWithoutResult(status -> stocks.findStockById(1));
                assertThat(accepted()).isEqualTo(before + 1);
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
            }
        });
    }

    @Test
    void theCallerOfAMethodSeesTheAgeOfItsAnswer() throws InterruptedException {
        Orders orders = new Orders(items, replicas, TransactionOperations.withoutTransaction());
        Orders.Aged recent = orders.page(2);
        assertThat(recent.age()).isLessThan(Duration.ofSeconds(30));
        stopReplicas();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(orders.page(2).age()).isGreaterThan(Duration.ofSeconds(1)));
        Thread.sleep(4_000);
        assertThat(orders.page(1).age()).isEqualTo(Duration.ZERO);
        assertThat(replicas.read(Freshness.ANY, () -> items.existsById(1L))).isTrue();
    }
}
