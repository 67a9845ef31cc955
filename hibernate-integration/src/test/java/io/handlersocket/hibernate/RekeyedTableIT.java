// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.DrainLock;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A primary key that is made anew of other columns, or in another order, never answers with another row. */
class RekeyedTableIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** The id of {@link Turned}. */
    public record Pair(int a, int b) implements Serializable {}

    /** Two rows that are each other's mirror image. */
    @Entity(name = "Turned")
    @Table(name = "turned")
    @IdClass(Pair.class)
    public static class Turned {
        @Id
        public int a;

        @Id
        public int b;

        public int n;
    }

    private static int n(App app) {
        return app.sessionFactory().fromSession(session -> session.find(Turned.class, new Pair(1, 2)).n);
    }

    private static String name(App app) {
        return app.sessionFactory().fromSession(session -> session.find(Player.class, 1L).name);
    }

    private static <T> void staysWhileTheRouteComesBack(App app, Supplier<T> find, T expected) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            long fast = app.loads().count(HANDLERSOCKET);
            assertThat(find.get()).isEqualTo(expected);
            assertThat(app.loads().count(HANDLERSOCKET))
                    .as("%s", app.loads().counts())
                    .isGreaterThan(fast);
        });
    }

    private static void staysForAWhileAndAfterwards(App app) {
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() < end) {
            assertThat(n(app)).isEqualTo(12);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        staysWhileTheRouteComesBack(app, () -> n(app), 12);
        assertThat(app.expect(HANDLERSOCKET, 1, () -> n(app))).isEqualTo(12);
    }

    /** As a migration does, after the client has closed everything: the table is not quarantined. */
    private static void whileDrained(App app, String sql) {
        try (DrainLock lock = DrainLock.acquire(SERVER.dataSource())) {
            assertThat(lock.isHeld()).isTrue();
            await().until(() -> app.client().snapshot().state() == ClientState.DRAINED);
            SERVER.execute(sql);
        }
    }

    @Test
    void partsInAnotherOrder() {
        SERVER.execute(
                "create or replace table turned (a int, b int, n int not null, primary key (a, b))",
                "insert into turned values (1, 2, 12), (2, 1, 21)");
        try (App app = App.fast(SERVER, Map.of(), Turned.class).ready(Turned.class)) {
            assertThat(app.expect(HANDLERSOCKET, 1, () -> n(app))).isEqualTo(12);
            SERVER.execute("alter table turned drop primary key, add primary key (b, a)");
            staysForAWhileAndAfterwards(app);
            whileDrained(app, "alter table turned drop primary key, add primary key (a, b)");
            staysForAWhileAndAfterwards(app);
            SERVER.execute("drop table turned");
        }
    }

    @Test
    void anotherColumn() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50) not null,"
                        + " score int not null)",
                "insert into player values (1, 'ann', 2), (2, 'bob', 1)");
        try (App app = App.fast(SERVER, Map.of(), Player.class).ready(Player.class)) {
            assertThat(app.expect(HANDLERSOCKET, 1, () -> name(app))).isEqualTo("ann");
            whileDrained(app, "alter table player drop primary key, add primary key (score)");
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(name(app)).isEqualTo("ann");
                assertThat(app.loads().entities())
                        .singleElement()
                        .matches(
                                plan -> plan.reason().contains("no index of player starts with (id)"),
                                "no index of the key");
            });
            assertThat(app.routed(JDBC, 1, () -> name(app))).isEqualTo("ann");

            SERVER.execute("alter table player add unique (id)");
            long fast = app.loads().count(HANDLERSOCKET);
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(name(app)).isEqualTo("ann");
                assertThat(app.loads().count(HANDLERSOCKET)).isGreaterThan(fast);
            });
            SERVER.execute("drop table player");
        }
    }
}
