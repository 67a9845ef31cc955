// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.OptimisticLockException;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of mapping takes its route and loads what JDBC loads. */
class MappingIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    private static App plain;
    private static App fast;

    @BeforeAll
    static void start() {
        SERVER.execute("drop table if exists lazy_owner, eager_owner, joined_leaf, two_tables_more");
        plain = App.plain(
                SERVER,
                Map.of("hibernate.hbm2ddl.auto", "create", "hibernate.hbm2ddl.halt_on_error", "true"),
                Model.tables());
        SERVER.execute(Model.rows().toArray(String[]::new));
        fast = App.fast(SERVER, Map.of(), Model.tables())
                .ready(
                        Model.Plain.class,
                        Model.LazyOwner.class,
                        Model.Versioned.class,
                        Model.SingleRoot.class,
                        Model.SingleLeaf.class,
                        Model.SoftDeleted.class,
                        Model.LeafTable.class,
                        Model.EagerOwner.class,
                        Model.JoinedRoot.class,
                        Model.JoinedLeaf.class,
                        Model.TwoTables.class);
    }

    @AfterAll
    static void stop() {
        fast.close();
        plain.close();
    }

    static Stream<Arguments> entities() {
        return Stream.of(
                arguments(HANDLERSOCKET, Model.Plain.class, 1),
                arguments(HANDLERSOCKET, Model.Plain.class, 9),
                arguments(HANDLERSOCKET, Model.LazyOwner.class, 2),
                arguments(HANDLERSOCKET, Model.Versioned.class, 1),
                arguments(HANDLERSOCKET, Model.SingleRoot.class, 1),
                arguments(HANDLERSOCKET, Model.SingleRoot.class, 2),
                arguments(HANDLERSOCKET, Model.LeafTable.class, 2),
                arguments(HANDLERSOCKET, Model.SingleLeaf.class, 1),
                arguments(HANDLERSOCKET, Model.SingleLeaf.class, 2),
                arguments(HANDLERSOCKET, Model.EagerOwner.class, 1),
                arguments(JDBC, Model.WithFormula.class, 1),
                arguments(JDBC, Model.ReadExpression.class, 1),
                arguments(JDBC, Model.Restricted.class, 1),
                arguments(JDBC, Model.Restricted.class, 2),
                arguments(HANDLERSOCKET, Model.SoftDeleted.class, 1),
                arguments(HANDLERSOCKET, Model.SoftDeleted.class, 2),
                arguments(HANDLERSOCKET, Model.JoinedRoot.class, 2),
                arguments(HANDLERSOCKET, Model.JoinedLeaf.class, 2),
                arguments(JDBC, Model.UnionRoot.class, 2),
                arguments(HANDLERSOCKET, Model.TwoTables.class, 1),
                arguments(JDBC, Model.Subquery.class, 1),
                arguments(HANDLERSOCKET, Model.WithFloat.class, 1));
    }

    @ParameterizedTest
    @MethodSource("entities")
    void loadsWhatJdbcLoads(Route route, Class<?> entity, int id) {
        Object expected = plain.sessionFactory().fromSession(session -> session.find(entity, id));
        Object actual =
                fast.expect(route, 1, () -> fast.sessionFactory().fromSession(session -> session.find(entity, id)));
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void aLazyReferenceIsLoadedByItsOwnLookup() {
        fast.expect(
                HANDLERSOCKET,
                2,
                () -> fast.sessionFactory().fromSession(session -> {
                    Model.LazyOwner owner = session.find(Model.LazyOwner.class, 1);
                    assertThat(owner.plain.getName()).isEqualTo("p");
                    return owner;
                }));
    }

    @Test
    void lockModesUseJdbc() {
        for (LockMode mode : new LockMode[] {
            LockMode.OPTIMISTIC,
            LockMode.PESSIMISTIC_READ,
            LockMode.PESSIMISTIC_WRITE,
            LockMode.PESSIMISTIC_FORCE_INCREMENT
        }) {
            long before = fast.loads().count(HANDLERSOCKET);
            try (Session session = fast.sessionFactory().openSession()) {
                session.beginTransaction();
                assertThat(session.find(Model.Versioned.class, 1, mode))
                        .as("%s", mode)
                        .isNotNull();
                session.getTransaction().rollback();
            }
            assertThat(fast.loads().count(HANDLERSOCKET)).as("%s", mode).isEqualTo(before);
        }
    }

    @Test
    void aVersionThatMovedOnIsNoticed() {
        fast.ready(Model.Versioned.class); // a load over JDBC would begin a snapshot
        assertThatThrownBy(() -> fast.sessionFactory().inTransaction(session -> {
                    Model.Versioned versioned =
                            fast.routed(App.inRepeatableRead(SERVER), 1, () -> session.find(Model.Versioned.class, 1));
                    SERVER.execute("update versioned set version = version + 1 where id = 1");
                    versioned.name = "mine";
                }))
                .isInstanceOf(OptimisticLockException.class);
    }

    @Test
    void saysWhereEachEntityGoes() {
        assertThat(fast.loads().entities())
                .filteredOn(plan -> plan.route() == HANDLERSOCKET)
                .extracting(plan -> plan.role().replaceAll(".*\\$", ""))
                .containsExactly(
                        "EagerOwner",
                        "JoinedLeaf",
                        "JoinedRoot",
                        "LazyOwner",
                        "LeafTable",
                        "Plain",
                        "SingleLeaf",
                        "SingleRoot",
                        "SoftDeleted",
                        "TwoTables",
                        "Versioned",
                        "WithFloat");
        assertThat(fast.loads().entities())
                .filteredOn(plan -> plan.route() == JDBC)
                .allMatch(plan -> !plan.reason().isEmpty());
    }
}
