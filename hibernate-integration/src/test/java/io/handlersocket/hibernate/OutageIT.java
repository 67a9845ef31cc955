// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A server that goes away gives JDBC's answers meanwhile, and HandlerSocket's again afterwards. */
class OutageIT {

    private static Player find(App app) {
        return app.sessionFactory().fromSession(session -> session.find(Player.class, 1L));
    }

    @Test
    void drainedKilledAndRestarted() {
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB().withProcessControl()) {
            server.start();
            server.execute(
                    "create table player (id int unsigned primary key, name varchar(50), score int)",
                    "insert into player values (1, 'ann', 10)");
            try (App app = App.fast(server, Map.of(), Player.class).ready(Player.class)) {
                app.client().drain();
                assertThat(app.routed(Route.JDBC, 1, () -> find(app)).name).isEqualTo("ann");
                assertThat(app.loads().counts())
                        .anyMatch(count -> count.reason().contains("drained"));
                app.client().resume();
                await().atMost(Duration.ofSeconds(30)).until(() -> app.loads().ready(Player.class));
                app.expect(HANDLERSOCKET, 1, () -> find(app));

                server.kill();
                server.restart();
                // The first attempt may meet the pool's dead connection, as it would without HandlerSocket.
                await().ignoreExceptions()
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(find(app).name).isEqualTo("ann"));
                await().atMost(Duration.ofSeconds(30)).until(() -> app.loads().ready(Player.class));
                assertThat(app.expect(HANDLERSOCKET, 1, () -> find(app)).name).isEqualTo("ann");
            }
        }
    }

    @Test
    void aClientThatIsClosedInTheMiddleOfALookupLeavesItToJdbc() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        server.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10)");
        HandlerSocketClient client = App.client(server);
        AtomicBoolean closing = new AtomicBoolean();
        HandlerSocketClient closed = DisturbedClient.of(client, (target, method, args) -> {
            if (closing.get()) {
                client.close();
            }
            return DisturbedClient.call(target, method, args);
        });
        try (App app = App.over(server, closed, Map.of(), Player.class).ready(Player.class)) {
            app.expect(HANDLERSOCKET, 1, () -> find(app));
            closing.set(true);
            for (int i = 0; i < 3; i++) {
                assertThat(app.routed(Route.JDBC, 1, () -> find(app)).name).isEqualTo("ann");
            }
        }
        server.execute("drop table player");
    }

    @Test
    void aTableThatChangesIsReadAsItIsNow() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        server.execute(
                "drop table if exists player",
                "create table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10)");
        try (App app = App.fast(server, Map.of(), Player.class).ready(Player.class)) {
            int shared = app.client().snapshot().connections();
            assertThat(find(app).score).isEqualTo(10);
            // The caller gets a connection of its own. An ALTER that came while its indexes are opened would wait.
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                find(app); // again, in case all connections were closed meanwhile
                return app.client().snapshot().connections() > shared;
            });
            server.execute("alter table player modify score bigint, add extra int first");
            assertThat(find(app).score).isEqualTo(10);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(find(app).score).isEqualTo(10);
                assertThat(app.loads().ready(Player.class)).isTrue();
            });
            assertThat(app.expect(HANDLERSOCKET, 1, () -> find(app)).score).isEqualTo(10);
            server.execute("drop table player");
        }
    }
}
