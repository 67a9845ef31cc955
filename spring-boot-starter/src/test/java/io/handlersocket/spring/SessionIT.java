// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static io.handlersocket.spring.LookupRoute.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Loads by id with and without a persistence context and a transaction. */
class SessionIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static RecordedPlayers recorded;
    private static Players players;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        recorded = RecordedPlayers.start(server, "spring.datasource.connection-fetch=lazy");
        players = recorded.players();
    }

    @AfterAll
    static void stop() {
        recorded.close();
    }

    @BeforeEach
    void forget() {
        recorded.awaitFast();
        recorded.lookups().clear();
        server.execute("UPDATE player SET level = id MOD 7");
    }

    @Test
    void givesADetachedEntityWhereNoSessionIsBound() {
        Player player = players.findById(7L).orElseThrow();
        player.setLevel(99);

        assertThat(players.findById(7L).orElseThrow()).isNotSameAs(player);
        assertThat(players.findById(7L).orElseThrow().getLevel()).isZero();
    }

    @Test
    void givesTheManagedInstanceOfAnOpenSession() {
        EntityManagerFactory factory = recorded.bean(EntityManagerFactory.class);
        EntityManager entityManager = factory.createEntityManager();
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
        try {
            Player player = players.findById(8L).orElseThrow();

            assertThat(entityManager.contains(player)).isTrue();
            assertThat(entityManager.find(Player.class, 8L)).isSameAs(player);
            assertThat(players.findById(8L)).containsSame(player);
            assertThat(recorded.routes()).containsExactly(HANDLERSOCKET, MEMORY);

            new TransactionTemplate(recorded.bean(PlatformTransactionManager.class))
                    .executeWithoutResult(
                            status -> players.findById(8L).orElseThrow().setLevel(55));
            assertThat(players.overJdbc(8L).orElseThrow().getLevel()).isEqualTo(55);
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
            entityManager.close();
        }
    }

    @Test
    void leavesNoSnapshotOpenInASessionWithoutAutoCommit() {
        try (RecordedPlayers other = RecordedPlayers.start(server, "spring.datasource.hikari.auto-commit=false")) {
            Players own = other.players();
            EntityManagerFactory factory = other.bean(EntityManagerFactory.class);
            EntityManager entityManager = factory.createEntityManager();
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
            try {
                entityManager
                        .createNativeQuery("SELECT COUNT(*) FROM player")
                        .getSingleResult(); // a snapshot, so Hibernate asks SQL now

                assertThat(own.findById(15L)).map(Player::getLevel).contains(1);
                assertThat(other.lookups()).singleElement().satisfies(lookup -> {
                    assertThat(lookup.route()).isEqualTo(JDBC);
                    assertThat(lookup.reason()).isNotEmpty();
                });

                server.execute("UPDATE player SET level = 88 WHERE id = 15");
                entityManager.clear();
                assertThat(entityManager
                                .createNativeQuery("SELECT level FROM player WHERE id = 15")
                                .getSingleResult())
                        .hasToString("88");
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
                entityManager.close();
            }
        }
    }

    @Test
    void readsPastTheConnectionInAReadOnlyTransaction() {
        assumeFalse(SpringBootVersion.getVersion().startsWith("4.0."), "has no connection-fetch=lazy");
        TransactionTemplate readOnly = new TransactionTemplate(recorded.bean(PlatformTransactionManager.class));
        readOnly.setReadOnly(true);

        long commands = recorded.commands(() -> readOnly.execute(status -> players.findById(9L)));

        if (SnapshotIsolation.isOn(server)) {
            assertThat(commands)
                    .as("the server says that it lets the transaction write nothing")
                    .isPositive();
        } else {
            assertThat(commands).isZero();
        }
        assertThat(recorded.lookups().get(recorded.lookups().size() - 1).route())
                .isEqualTo(HANDLERSOCKET);
        assertThat(recorded.lookups().get(recorded.lookups().size() - 1).reason())
                .isEqualTo("inside a transaction");
    }

    @Test
    void seesItsOwnChangeInATransactionThatHasWritten() {
        new TransactionTemplate(recorded.bean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            recorded.bean(JdbcTemplate.class).update("UPDATE player SET level = 77 WHERE id = 10");
            assertThat(players.findById(10L).orElseThrow().getLevel()).isEqualTo(77);
            status.setRollbackOnly();
        });
        assertThat(recorded.routes()).containsExactly(JDBC);
        assertThat(players.findById(10L).orElseThrow().getLevel()).isEqualTo(3);
    }

    @Test
    void staysOnJdbcAtSerializable() {
        TransactionTemplate serializable = new TransactionTemplate(recorded.bean(PlatformTransactionManager.class));
        serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);

        serializable.executeWithoutResult(status -> players.findById(11L));

        assertThat(recorded.routes()).containsExactly(JDBC);
    }
}
