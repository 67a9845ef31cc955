// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.Patience;
import io.handlersocket.hibernate.Route;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.internal.report.ReplicaReport;
import io.handlersocket.replicas.internal.report.ServerReport;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.replicated.Catalog;
import io.handlersocket.spring.replicated.Item;
import io.handlersocket.spring.replicated.Items;
import io.handlersocket.spring.replicated.Orders;
import io.handlersocket.spring.replicated.ReplicatedApplication;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Repositories read from replicas where an annotation, a property or the caller lets them. */
@Timeout(180)
class ReplicaRepositoriesIT {

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private static ConfigurableApplicationContext context;
    private static Replicas replicas;
    private static Items items;
    private static Catalog catalog;

    @BeforeAll
    static void start() {
        ReplicatedApplication.createTable(DB);
        context = ReplicatedApplication.on(DB).run();
        replicas = context.getBean(Replicas.class);
        items = context.getBean(Items.class);
        catalog = context.getBean(Catalog.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void replicasAnswer() {
        for (int i = 0; i < 2; i++) {
            DB.startSqlThread(i);
            DB.awaitReplica(i, Patience.LIMIT);
        }
        Patience.await().untilAsserted(() -> {
            assertThat(replicas.servers().stream().filter(ServerSnapshot::usable))
                    .as("%s", replicas.servers())
                    .hasSize(3);
            assertThat(accepted(() -> {
                        catalog.findById(2L);
                        catalog.findStockById(2);
                        catalog.findLaterById(2).join();
                        catalog.entity(2);
                    }))
                    .isEqualTo(4);
        });
    }

    private static long accepted(Runnable work) {
        long before = accepted();
        work.run();
        return accepted() - before;
    }

    private static long accepted() {
        return replicas.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    private static int next;

    /** Stops the replicas; then writes a new amount by SQL that the application does not see. */
    private static int writtenAfterStop() {
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
        next++;
        DB.primary().execute("UPDATE item SET amount = " + next + " WHERE id = 1");
        return next;
    }

    private static TransactionTemplate transaction(boolean readOnly) {
        TransactionTemplate template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        template.setReadOnly(readOnly);
        template.setIsolationLevel(TransactionTemplate.ISOLATION_READ_COMMITTED);
        return template;
    }

    private static int amount(long id) {
        return items.findById(id).map(Item::getAmount).orElseThrow();
    }

    @Test
    void eachMethodIsAsFreshAsItsAnnotationSays() throws InterruptedException {
        int amount = writtenAfterStop();
        Thread.sleep(600);
        assertThat(accepted(() -> {
                    assertThat(amount(1)).isEqualTo(amount);
                    assertThat(catalog.findById(1L)).get().returns(amount, Item::getAmount);
                    assertThat(catalog.findAllById(List.of(1L))).singleElement().returns(amount, Item::getAmount);
                }))
                .isZero();
        awaitOld(amount, () -> catalog.findStockById(1).orElseThrow().amount());
        awaitOld(amount, () -> catalog.findLaterById(1).join().amount());
        awaitOld(amount, () -> catalog.entity(1).orElseThrow().getAmount());
    }

    /** Waits until a replica answers: on a busy machine, it may be left alone for a moment. */
    private static void awaitOld(int amount, IntSupplier read) {
        Patience.await().until(() -> read.getAsInt() < amount);
    }

    @Test
    void theScopeOfTheCallerCountsMore() {
        int amount = writtenAfterStop();
        assertThat(replicas.read(Freshness.PRIMARY, () -> catalog.findStockById(1)))
                .contains(new Catalog.Stock(amount));
        awaitOld(amount, () -> replicas.read(Freshness.ANY, () -> amount(1)));
        assertThat(replicas.read(Freshness.ANY, () -> items.existsById(1L))).isTrue();
    }

    @Test
    void aTransactionThatMayWriteReadsFromThePrimary() {
        int amount = writtenAfterStop();
        assertThat(accepted(() -> replicas.read(
                        Freshness.ANY,
                        () -> transaction(false).execute(status -> {
                            assertThat(amount(1)).isEqualTo(amount);
                            assertThat(catalog.findStockById(1)).contains(new Catalog.Stock(amount));
                            return catalog.entity(1);
                        }))))
                .isZero();
    }

    @Test
    void theBodyOfADefaultMethodMayWrite() {
        int before = amount(4);
        assertThat(catalog.raise(4)).isPresent();
        assertThat(amount(4)).isEqualTo(before + 1);
    }

    @Test
    void aTransactionThatOnlyReadsUsesReplicas() {
        Runnable work = () -> replicas.read(
                Freshness.ANY,
                () -> transaction(true).execute(status -> {
                    catalog.findStockById(1);
                    return amount(1) + catalog.entity(2).orElseThrow().getAmount();
                }));
        Patience.await().untilAsserted(() -> assertThat(accepted(work)).isEqualTo(3));
    }

    @Test
    void theNextRequestReadsWhatATokenCovers() {
        Orders orders = new Orders(items, replicas, transaction(false));
        long before = accepted();
        int[] ordered = new int[1];
        Patience.await().until(() -> {
            next++;
            String token = orders.order(1, next);
            assertThat(orders.find(1, token)).get().returns(next, Item::getAmount);
            return ++ordered[0] >= 20 && accepted() > before;
        });
    }

    @Test
    void reportAndMetersShowTheServers() {
        Map<String, Object> extensions = Objects.requireNonNull(
                context.getBean(HandlerSocketEndpoint.class).report().extensions());
        MeterRegistry meters = context.getBean(MeterRegistry.class);
        ReplicaReport report = context.getBean(ReplicaReport.class);
        Patience.await()
                .untilAsserted(
                        () -> { // a server that stands still is not usable
                            assertThat(report.report())
                                    .filteredOn(ServerReport::usable)
                                    .hasSize(3);
                            assertThat(meters.get("handlersocket.replica.usable")
                                            .tag("server", "hs")
                                            .gauge()
                                            .value())
                                    .isEqualTo(1);
                        });
        List<ServerReport> servers = report.report();
        assertThat(extensions.get("replicas"))
                .isInstanceOf(List.class)
                .asString()
                .contains("db3");
        assertThat(servers).extracting(ServerReport::name).containsExactly("hs", "db1", "db2", "db3");
        assertThat(servers).extracting(ServerReport::role).first().isEqualTo(ServerSnapshot.Role.PRIMARY);
        assertThat(meters.get("handlersocket.replica.reads").tag("outcome", "accepted").functionCounters().stream()
                        .mapToDouble(counter -> counter.count())
                        .sum())
                .isEqualTo((double) accepted());
        assertThat(meters.get("handlersocket.replica.age").timeGauges()).hasSize(3);
        assertThat(meters.get("handlersocket.replica.answer.age").timers().stream()
                        .mapToLong(Timer::count)
                        .sum())
                .isPositive();
    }

    @Test
    void afterAFailOverRowsAreRightAndFastAgain() {
        int before = amount(3);
        int old = IntStream.rangeClosed(1, 3)
                .filter(id -> DB.server(id).equals(DB.primary()))
                .findFirst()
                .orElseThrow();
        DB.promote(0);
        long moved = System.nanoTime();
        HibernateLoads loads = context.getBean(HibernateLoads.class);
        List<Integer> wrong = new ArrayList<>();
        // The pool may hand out a connection that the fail-over has cut: its exception is that of any application.
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> {
                    long fast = loads.count(Route.HANDLERSOCKET);
                    int amount = amount(3);
                    if (amount != before) {
                        wrong.add(amount);
                    }
                    return loads.count(Route.HANDLERSOCKET) > fast;
                });
        assertThat(wrong).isEmpty();
        System.out.printf(
                "ReplicaRepositoriesIT: fast %d ms after the fail-over%n",
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - moved));
        transaction(false)
                .executeWithoutResult(status -> items.findById(3L).orElseThrow().setAmount(before + 1));
        assertThat(amount(3)).isEqualTo(before + 1);
        DB.rejoin(old);
    }

    @Test
    void thePropertyIsForReadOnlyTransactionsAndMethodsWithoutAFreshness() {
        try (ConfigurableApplicationContext relaxed =
                ReplicatedApplication.on(DB, "handlersocket.freshness=any").run()) {
            Replicas own = relaxed.getBean(Replicas.class);
            Items ownItems = relaxed.getBean(Items.class);
            Patience.await().untilAsserted(() -> {
                long before = accepted(own);
                ownItems.findById(2L);
                assertThat(accepted(own)).isGreaterThan(before);
            });
            int amount = writtenAfterStop();
            awaitOld(amount, () -> ownItems.findById(1L).orElseThrow().getAmount());
            TransactionTemplate writing = new TransactionTemplate(relaxed.getBean(PlatformTransactionManager.class));
            Integer current = writing.execute(
                    status -> ownItems.findById(1L).orElseThrow().getAmount());
            assertThat(current).isEqualTo(amount);
            writing.setReadOnly(true);
            awaitOld(amount, () -> {
                Integer old = writing.execute(
                        status -> ownItems.findById(1L).orElseThrow().getAmount());
                return Objects.requireNonNull(old);
            });
            Patience.await()
                    .until(
                            () -> { // SQL answers while the primary is not proven to be one
                                try (ReadScope scope = own.open(Freshness.PRIMARY)) {
                                    assertThat(ownItems.findById(1L)
                                                    .orElseThrow()
                                                    .getAmount())
                                            .isEqualTo(amount);
                                    return !scope.answers().isEmpty();
                                }
                            });
        }
    }

    private static long accepted(Replicas own) {
        return own.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    @Test
    void withoutEndpointsThePrimaryAnswers() {
        int amount = writtenAfterStop();
        try (ConfigurableApplicationContext plain =
                ReplicatedApplication.withoutReplicas(DB).run()) {
            assertThat(plain.getBeanProvider(Replicas.class).getIfAvailable()).isNull();
            assertThat(plain.getBean(HandlerSocketEndpoint.class).report().extensions())
                    .isNull();
            assertThat(plain.getBean(Catalog.class).findStockById(1)).contains(new Catalog.Stock(amount));
            assertThat(plain.getBean(Catalog.class).entity(1)).get().returns(amount, Item::getAmount);
        }
    }
}
