// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootVersion;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Repositories where the server checks writes against the transaction's snapshot, which only SQL takes. */
class CheckedWritesIT {

    private static final HandlerSocketMariaDB server =
            new HandlerSocketMariaDB().withServerArguments("--innodb-snapshot-isolation=ON");
    private static Diaries diaries;

    @BeforeAll
    static void start() {
        server.start();
        DiaryApplication.createTables(server);
        diaries = started();
    }

    /** An index is opened when it is first asked for. */
    private static Diaries started(String... properties) {
        Diaries started = Diaries.run(server, properties);
        await().until(() -> {
            started.lookups().clear();
            started.entries().findBySlug("slug-1");
            return started.lookups().get(0).route() == HANDLERSOCKET;
        });
        return started;
    }

    @AfterAll
    static void stop() {
        diaries.close();
        server.close();
    }

    @BeforeEach
    void forget() {
        diaries.awaitFast();
        server.execute("UPDATE entry SET title = 'before' WHERE slug = 'slug-3'");
        diaries.lookups().clear();
    }

    @Test
    void aWriteAfterALoadEndsAsWithoutTheStarter() {
        for (Consumer<Entries> read : List.<Consumer<Entries>>of(
                entries -> entries.findCardBySlug("slug-3"), entries -> entries.findBySlug("slug-3"))) {
            forget();
            List<String> alone = end(
                    diaries.plainBean(PlatformTransactionManager.class),
                    diaries.plainBean(JdbcTemplate.class),
                    () -> read.accept(diaries.plain()));
            assertThat(alone).contains("error 1020");

            forget();
            assertThat(end(
                            diaries.bean(PlatformTransactionManager.class),
                            diaries.jdbc(),
                            () -> read.accept(diaries.entries())))
                    .isEqualTo(alone);
            assertThat(diaries.lookups()).singleElement().satisfies(lookup -> {
                assertThat(lookup.route()).isEqualTo(JDBC);
                assertThat(lookup.reason()).contains("innodb_snapshot_isolation=ON");
            });
        }
    }

    private static List<String> end(PlatformTransactionManager manager, JdbcTemplate jdbc, Runnable read) {
        Throwable failure = catchThrowable(() -> new TransactionTemplate(manager).executeWithoutResult(status -> {
            read.run();
            server.execute("UPDATE entry SET title = 'theirs' WHERE slug = 'slug-3'");
            jdbc.update("UPDATE entry SET title = 'mine' WHERE slug = 'slug-3'");
        }));
        List<String> end = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            end.add(cause.getClass().getName());
            if (cause instanceof SQLException sql) {
                end.add("error " + sql.getErrorCode());
            }
        }
        end.add(jdbc.queryForObject("SELECT title FROM entry WHERE slug = 'slug-3'", String.class));
        return end;
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "lazy"})
    void readOnlyTransactionsReadPastTheConnection(String fetch) {
        assumeFalse(
                SpringBootVersion.getVersion().startsWith("4.0."),
                "its driver does not tell the server that a transaction is read-only");
        try (Diaries own = started("spring.datasource.connection-fetch=" + fetch)) {
            TransactionTemplate readOnly = new TransactionTemplate(own.bean(PlatformTransactionManager.class));
            readOnly.setReadOnly(true);
            own.lookups().clear();

            readOnly.executeWithoutResult(status -> own.entries().findCardBySlug("slug-3"));
            readOnly.executeWithoutResult(status -> own.entries().findBySlug("slug-3"));
            assertThat(own.lookups()).extracting(Lookup::route).containsExactly(HANDLERSOCKET, HANDLERSOCKET);

            // The same connection, which may write again.
            new TransactionTemplate(own.bean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> own.entries().findCardBySlug("slug-3"));
            assertThat(own.lookups())
                    .hasSize(3)
                    .last()
                    .extracting(Lookup::route)
                    .isEqualTo(JDBC);
        }
    }

    @Test
    void readCommittedAndNoTransactionReadPastTheConnection() {
        TransactionTemplate committed = new TransactionTemplate(diaries.bean(PlatformTransactionManager.class));
        committed.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);

        committed.executeWithoutResult(status -> diaries.entries().findCardBySlug("slug-3"));
        diaries.entries().findCardBySlug("slug-3");
        diaries.entries().findBySlug("slug-3");

        assertThat(diaries.lookups()).hasSize(3).extracting(Lookup::route).containsOnly(HANDLERSOCKET);
    }
}
