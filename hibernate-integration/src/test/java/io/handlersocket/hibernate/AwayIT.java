// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * HandlerSocket is away from the start: JDBC pays nothing for it, and nothing that ran meanwhile is overlooked
 * afterwards.
 */
class AwayIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** A row of a table that no other test reads. */
    @Entity(name = "Pearl")
    @Table(name = "away_pearl")
    static class Pearl {
        @Id
        Long id;

        int worth;
    }

    private final AtomicBoolean away = new AtomicBoolean(true);
    private App app;

    @BeforeEach
    void start() {
        SERVER.execute(
                "create or replace table away_pearl (id bigint primary key, worth int not null)",
                "insert into away_pearl values (1, 10)",
                "create or replace function away_limit() returns int"
                        + " begin set session sql_select_limit = 0; return 1; end",
                "create or replace view away_view as select away_limit() as f",
                "create or replace view away_harmless as select 1 as f");
        app = App.over(SERVER, sometimesAway(App.client(SERVER)), Map.of(), Pearl.class);
    }

    @AfterEach
    void stop() {
        app.close();
        SERVER.execute("drop view away_view, away_harmless", "drop function away_limit", "drop table away_pearl");
    }

    /** As a client whose server has no plugin, or that is drained. */
    private HandlerSocketClient sometimesAway(HandlerSocketClient client) {
        return (HandlerSocketClient) Proxy.newProxyInstance(
                HandlerSocketClient.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (proxy, method, args) -> {
                    boolean asks = method.getName().equals("table")
                            || method.getName().equals("openIndex")
                            || method.getName().equals("server");
                    if (!away.get() || !asks) {
                        return DisturbedClient.call(client, method, args);
                    }
                    return method.getName().equals("server")
                            ? Optional.empty()
                            : CompletableFuture.failedFuture(
                                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, "away"));
                });
    }

    private int worth() {
        return app.sessionFactory().fromSession(session -> session.find(Pearl.class, 1L)).worth;
    }

    @Test
    void aReadIsOneStatement() {
        // The first proves the connection, and finds that the client cannot look the table up.
        assertThat(app.statements(() -> assertThat(worth()).isEqualTo(10))).isOne();
    }

    @Test
    void returnsWhenTheTablesAreConfirmed() {
        worth();
        worth();

        away.set(false);
        app.ready(Pearl.class);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> app.expect(Route.HANDLERSOCKET, 1, this::worth));
    }

    @Test
    void aHarmlessViewCostsOneProof() {
        worth();
        app.sessionFactory()
                .inSession(session -> session.createNativeQuery("select f from away_harmless", Integer.class)
                        .getResultList());

        away.set(false);
        app.loads().prepare().toCompletableFuture().join();
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> app.expect(Route.HANDLERSOCKET, 1, this::worth));
    }

    @Test
    void aViewThatWasTakenForATableIsNotOverlooked() {
        away.set(false);
        app.ready(Pearl.class);
        app.expect(Route.HANDLERSOCKET, 1, this::worth);
        long fast = app.loads().count(Route.HANDLERSOCKET);

        away.set(true);
        for (int i = 0; i < 2; i++) { // first nothing is known of it, then it is taken for a table
            app.sessionFactory()
                    .inSession(session -> session.createNativeQuery("select f from away_view", Integer.class)
                            .getResultList());
        }
        away.set(false);

        // Longer than a busy machine needs to open the index again.
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (System.nanoTime() - end < 0) {
            // As SQL has it, which now ends each answer before its first row.
            Pearl pearl = app.sessionFactory().fromSession(session -> session.find(Pearl.class, 1L));
            assertThat(pearl).isNull();
        }
        assertThat(app.loads().count(Route.HANDLERSOCKET))
                .as("%s", app.loads().counts())
                .isEqualTo(fast);
    }
}
