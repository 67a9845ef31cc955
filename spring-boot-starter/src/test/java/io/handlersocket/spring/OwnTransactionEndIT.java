// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a method with a transaction of its own leaves in the session of a web request (open-in-view), whichever route
 * answers it.
 */
class OwnTransactionEndIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private static final String UPDATE = "UPDATE entry SET score = score + 1 WHERE id = 9";

    private static final List<Consumer<Entries>> METHODS = List.of(
            entries -> entries.existsById(3L),
            entries -> entries.findById(3L),
            entries -> entries.findAllById(List.of(3L, 4L)),
            entries -> entries.getReferenceById(5L),
            entries -> entries.findCardsByScore(3),
            entries -> entries.findCardBySlug("slug-3"),
            entries -> entries.findCardApartBySlug("slug-3"));

    private interface Step {
        String on(Statement statement) throws SQLException;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesWhatItsOwnTransactionWouldLeave(boolean autoCommit) {
        DiaryApplication.createTables(server);
        try (Diaries diaries = Diaries.run(
                server,
                "spring.datasource.hikari.maximum-pool-size=2",
                SnapshotIsolation.off(server), // else, without auto-commit, loads of entities are left to JDBC
                "spring.datasource.hikari.auto-commit=" + autoCommit)) {
            await().untilAsserted(() -> {
                diaries.lookups().clear();
                METHODS.forEach(method -> method.accept(diaries.entries()));
                assertThat(diaries.lookups())
                        .hasSize(METHODS.size())
                        .allMatch(lookup -> lookup.route() != LookupRoute.JDBC);
            });
            List<String> plain = seen(
                    diaries.plain(),
                    diaries.plainBean(EntityManagerFactory.class),
                    diaries.plainBean(PlatformTransactionManager.class));
            List<String> fast = seen(
                    diaries.entries(),
                    diaries.bean(EntityManagerFactory.class),
                    diaries.bean(PlatformTransactionManager.class));
            assertThat(fast).isEqualTo(plain);
        }
    }

    private static List<String> seen(
            Entries entries, EntityManagerFactory factory, PlatformTransactionManager manager) {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < METHODS.size(); i++) {
            Consumer<Entries> method = METHODS.get(i);
            String name = i + ": ";
            server.execute("UPDATE entry SET score = 1 WHERE id = 9");
            for (String begin : List.of("DO 0", "START TRANSACTION")) {
                inView(factory, session -> {
                    run(session, statement -> done(statement, begin));
                    run(session, statement -> done(statement, UPDATE));
                    method.accept(entries);
                    seen.add(name + entries.findCardsByScore(2).size());
                    run(session, statement -> done(statement, "ROLLBACK"));
                });
                inView(
                        factory,
                        session -> seen.add(name
                                + run(session, statement -> value(statement, "SELECT score FROM entry WHERE id = 9"))));
            }
            inView(factory, session -> {
                run(session, statement -> value(statement, "SELECT 1"));
                method.accept(entries);
                seen.add(name + run(session, statement -> value(statement, "SELECT @@in_transaction")));
            });
            for (boolean readOnly : new boolean[] {true, false}) {
                TransactionTemplate transaction = new TransactionTemplate(manager);
                transaction.setReadOnly(readOnly);
                inView(factory, session -> {
                    run(session, statement -> value(statement, "SELECT 1"));
                    method.accept(entries);
                    transaction.executeWithoutResult(status -> {
                        seen.add(name + readOnly + run(session, statement -> done(statement, UPDATE)));
                        status.setRollbackOnly();
                    });
                });
            }
            inView(
                    factory,
                    session -> new TransactionTemplate(manager).executeWithoutResult(status -> {
                        method.accept(entries);
                        seen.add(name + run(session, statement -> done(statement, "SET TRANSACTION READ ONLY")));
                        status.setRollbackOnly();
                    }));
        }
        return seen;
    }

    private static void inView(EntityManagerFactory factory, Consumer<Session> work) {
        try (EntityManager entityManager = factory.createEntityManager()) {
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
            try {
                work.accept(entityManager.unwrap(Session.class));
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
            }
        }
    }

    private static String run(Session session, Step step) {
        return session.doReturningWork((Connection connection) -> {
            try (Statement statement = connection.createStatement()) {
                return step.on(statement);
            }
        });
    }

    private static String value(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String done(Statement statement, String sql) {
        try {
            statement.execute(sql);
            return "done";
        } catch (SQLException e) {
            return String.valueOf(e.getErrorCode());
        }
    }
}
