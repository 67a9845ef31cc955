// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entries.Card;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Queries straight from rows, where a transaction or an outage speaks for or against it. */
class DirectQueryTransactionIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static Diaries diaries;
    private static Entries entries;
    private static Entries plain;

    @BeforeAll
    static void start() {
        diaries = Diaries.start(
                server,
                "spring.task.execution.pool.core-size=1",
                "spring.task.execution.pool.max-size=1",
                "spring.task.execution.pool.queue-capacity=0");
        entries = diaries.entries();
        plain = diaries.plain();
    }

    @AfterAll
    static void stop() {
        diaries.close();
    }

    @BeforeEach
    void forget() {
        diaries.awaitFast();
        diaries.lookups().clear();
    }

    @Test
    void readsStraightInsideATransactionThatHasNotWritten() {
        new TransactionTemplate(diaries.bean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> entries.findCardBySlug("slug-3"));

        assertThat(diaries.lookups())
                .singleElement()
                .satisfies(lookup ->
                        assertThat(lookup.route()).isEqualTo(SnapshotIsolation.isOn(server) ? JDBC : HANDLERSOCKET));
    }

    /** As in a web request with open-in-view: JPA writes the change before the query, and commits it. */
    @Test
    void leavesAQueryToJpaWhoseOwnTransactionWritesWhatTheSessionHolds() {
        JdbcTemplate jdbc = diaries.plainBean(JdbcTemplate.class);
        String score = "SELECT score FROM entry WHERE id = 9";
        Integer before = jdbc.queryForObject(score, Integer.class);
        EntityManagerFactory factory = diaries.bean(EntityManagerFactory.class);
        EntityManager entityManager = factory.createEntityManager();
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
        try {
            await().untilAsserted(() -> {
                diaries.lookups().clear();
                assertThat(entries.findWrittenCardBySlug("slug-9")).isPresent();
                assertThat(diaries.lookups())
                        .as("the session holds nothing")
                        .extracting(Lookup::route)
                        .containsExactly(HANDLERSOCKET);
            });
            Entry entry = entityManager.find(Entry.class, 9L);
            ReflectionTestUtils.setField(entry, "score", -9_999);
            diaries.lookups().clear();

            assertThat(entries.findCardsByScore(-9_999)).as("read-only").isEmpty();
            assertThat(entries.findWrittenCardBySlug("slug-9")).isPresent();

            assertThat(diaries.lookups()).extracting(Lookup::route).endsWith(JDBC);
            assertThat(jdbc.queryForObject(score, Integer.class))
                    .as("committed by the method's transaction")
                    .isEqualTo(-9_999);
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
            entityManager.close();
            jdbc.update("UPDATE entry SET score = ? WHERE id = 9", before);
        }
    }

    @Test
    void completesAFutureWhereTheExecutorTakesNoMore() throws Exception {
        Executor executor = diaries.bean(AsyncTaskExecutor.class);
        CountDownLatch busy = new CountDownLatch(1);
        executor.execute(() -> uninterruptibly(busy));
        try {
            assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);

            assertThat(entries.findLaterBySlug("slug-8").get(20, TimeUnit.SECONDS))
                    .hasToString(Diaries.describe(plain.findLaterBySlug("slug-8")));
            assertThat(entries.findLaterByAuthorIdOrderByCreated(7).get(20, TimeUnit.SECONDS))
                    .as("rows for SQL, as there are too many")
                    .hasSize(120);
        } finally {
            busy.countDown();
        }
        assertThat(diaries.lookups()).extracting(Lookup::route).startsWith(HANDLERSOCKET);
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void refusesATransactionWhereTheMethodMustHaveNone() {
        TransactionTemplate transaction = new TransactionTemplate(diaries.bean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.execute(status -> entries.findCardAloneBySlug("slug-3")))
                .isInstanceOf(IllegalTransactionStateException.class);
    }

    @Test
    void seesItsOwnChangesInATransaction() {
        new TransactionTemplate(diaries.bean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            diaries.jdbc().update("UPDATE entry SET slug = 'changed' WHERE id = 20");
            assertThat(entries.findCardBySlug("changed")).map(Card::id).contains(20L);
            status.setRollbackOnly();
        });
        assertThat(diaries.lookups())
                .singleElement()
                .satisfies(lookup -> assertThat(lookup.route()).isEqualTo(JDBC));
    }

    @Test
    void leavesAQueryToJpaWhereItWouldFlush() {
        EntityManager shared = diaries.bean(EntityManager.class);
        new TransactionTemplate(diaries.bean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            ReflectionTestUtils.setField(shared.find(Entry.class, 3L), "slug", "written-first");
            assertThat(entries.findCardBySlug("written-first")).isPresent();
            status.setRollbackOnly();
        });
        assertThat(diaries.lookups()).singleElement().satisfies(lookup -> {
            assertThat(lookup.route()).isEqualTo(JDBC);
            assertThat(lookup.reason()).contains("write first");
        });
    }

    @Test
    void answersOverJdbcWhileDrained() throws Exception {
        HandlerSocketClient client = diaries.bean(HandlerSocketClient.class);
        client.drain();
        long failed = client.snapshot().failed();
        try {
            assertThat(Diaries.describe(entries.findCardBySlug("slug-8")))
                    .isEqualTo(Diaries.describe(plain.findCardBySlug("slug-8")));
            assertThat(client.snapshot().failed())
                    .as("a lookup would fail with an exception, whose stack trace takes long")
                    .isEqualTo(failed);
            assertThat(Diaries.describe(entries.findLaterBySlug("slug-8")))
                    .isEqualTo(Diaries.describe(plain.findLaterBySlug("slug-8")));
        } finally {
            client.resume();
        }
        assertThat(diaries.lookups()).hasSize(2).allSatisfy(lookup -> {
            assertThat(lookup.route()).isEqualTo(JDBC);
            assertThat(lookup.reason()).isNotEmpty();
        });
        diaries.awaitFast();
    }
}
