// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections are made, replaced and closed, without an index to open. */
@Timeout(60)
class PoolMaintainerTest {

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ClientListener listener = new ClientListener() {
        @Override
        public void opened(Endpoint endpoint) {
            heard.add("opened");
        }

        @Override
        public void closed(Endpoint endpoint, String reason) {
            heard.add("closed: " + reason);
        }

        @Override
        public void reconnecting(int attempt, Duration delay) {
            heard.add("attempt " + attempt + (delay.isZero() ? " now" : " later"));
        }
    };
    private final FakeHandlerSocket port = new FakeHandlerSocket("secret");
    private final FakeServer server = new FakeServer();
    private SqlSessions.Source source = server::session;
    private final SqlSessions sessions = new SqlSessions("pooled", () -> source.open(), System::nanoTime);
    private final ConnectionPool pool = new ConnectionPool(
            "pooled",
            new ConnectionLimits(1_000, 100, 100, 10_000, 0, TimeUnit.SECONDS.toNanos(1)),
            null,
            (connection, reason) -> connections().closed(connection, reason),
            () -> {},
            System::nanoTime);
    private final ClientOptions options = twoConnections(Duration.ofNanos(1)); // old at once
    private final PoolMaintainer connections = new PoolMaintainer(
            options,
            pool,
            new Indexes(
                    new Quarantine(InstantSource.system()),
                    options,
                    new HeldOpenings("pooled", server::session, System::nanoTime),
                    server::session),
            () -> heard.add("clean"),
            () -> true);
    private Discovery.Found found;

    private PoolMaintainer connections() {
        return connections;
    }

    private ClientOptions twoConnections(Duration maxAge) {
        ClientOptions one = Options.of("pooled", server.dataSource(), listener);
        Duration second = Duration.ofSeconds(1);
        return new ClientOptions(
                one.name(),
                one.dataSource(),
                one.address(),
                new ClientOptions.Times(second, second, maxAge, second),
                new ClientOptions.Sizes(2, 0, 256, 1_000, 100_000, 10),
                true,
                true,
                null,
                one.listener(),
                one.time());
    }

    @BeforeEach
    void connect() throws Exception {
        server.url = "jdbc:mariadb://127.0.0.1:3306/game";
        server.variables.put("handlersocket_port", String.valueOf(port.port()));
        server.variables.put("handlersocket_plain_secret", "secret");
        found = new Discovery(options).discover(sessions.get());
        assertThat(connections.connect(sessions.get(), found)).isEmpty();
        assertThat(heard).containsExactly("clean", "clean", "opened", "opened");
        heard.clear();
    }

    @AfterEach
    void close() {
        sessions.release();
        sessions.abort();
        pool.close();
        port.close();
    }

    private void lose(Connection connection) {
        connection.close("cut");
        Awaitility.await().until(() -> !pool.shared().all().contains(connection) && heard.contains("closed: cut"));
        heard.clear();
    }

    @Test
    void theFirstConnectionsAreNoReconnects() {
        assertThat(pool.shared().all()).hasSize(2);
        assertThat(connections.isIncomplete()).isFalse();
        assertThat(connections.isEmpty()).isFalse();
        assertThat(connections.reconnects()).isZero();
    }

    @Test
    void aLostConnectionIsReplacedAndTheOtherStays() throws Exception {
        Connection survivor = pool.shared().all().get(1);
        lose(pool.shared().all().get(0));
        assertThat(connections.isIncomplete()).isTrue();
        assertThat(connections.isEmpty()).isFalse();

        assertThat(connections.repair(sessions, found)).isEqualTo(1_000);

        assertThat(pool.shared().all()).hasSize(2).contains(survivor);
        assertThat(connections.isIncomplete()).isFalse();
        assertThat(connections.reconnects()).isEqualTo(1);
        assertThat(heard).containsExactly("attempt 1 now", "opened");
    }

    @Test
    void aReplacementThatFailsIsTriedAgainLaterAndLater() throws Exception {
        Connection survivor = pool.shared().all().get(1);
        lose(pool.shared().all().get(0));
        port.refuseAuth(true);
        assertThat(connections.repair(sessions, found)).isBetween(25L, 50L);
        assertThat(connections.repair(sessions, found)).isBetween(50L, 100L);
        assertThat(pool.shared().all()).containsExactly(survivor);
        assertThat(heard).containsExactly("attempt 1 now", "attempt 2 later", "attempt 3 later");

        port.refuseAuth(false);
        heard.clear();
        connections.repair(sessions, found);
        assertThat(heard).containsExactly("opened");
        lose(survivor);
        connections.repair(sessions, found);
        assertThat(heard).startsWith("attempt 1 now");
    }

    @Test
    void oldConnectionsAreReplacedTogether() throws Exception {
        List<Connection> old = pool.shared().all();
        connections.maintain(sessions, found);
        assertThat(pool.shared().all()).hasSize(2).doesNotContainAnyElementsOf(old);
        assertThat(connections.reconnects()).isEqualTo(2);
        Awaitility.await().until(() -> old.stream().allMatch(Connection::isClosed));
        Awaitility.await().untilAsserted(() -> assertThat(heard).contains("opened", "closed: older than maxAge"));
    }

    @Test
    void withoutAnSqlSessionConnectionsStay() throws Exception {
        sessions.release();
        source = () -> {
            throw new SQLTransientConnectionException("all connections are in use");
        };
        List<Connection> old = pool.shared().all();
        connections.maintain(sessions, found);
        assertThat(pool.shared().all()).containsExactlyElementsOf(old).noneMatch(Connection::isClosed);

        Connection survivor = old.get(1);
        lose(old.get(0));
        assertThat(connections.repair(sessions, found)).isBetween(25L, 50L);
        assertThat(connections.openMissing(sessions, found)).isEmpty();
        assertThat(pool.shared().all()).containsExactly(survivor);

        source = server::session;
        assertThat(connections.repair(sessions, found)).isEqualTo(1_000);
        assertThat(pool.shared().all()).hasSize(2).contains(survivor);
    }

    @Test
    void anOldDirectConnectionIsClosed() throws Exception {
        DirectConnection direct = pool.connectDirect(found.target(), 1_000);
        pool.direct().add(List.of(direct));
        connections.maintain(sessions, found);
        assertThat(direct.isClosed()).isTrue();
        assertThat(pool.direct().all()).isEmpty();
    }

    @Test
    void oldConnectionsServeOnIfTheyCannotBeReplaced() throws Exception {
        List<Connection> old = pool.shared().all();
        port.refuseAuth(true);
        connections.maintain(sessions, found);
        assertThat(pool.shared().all()).isEqualTo(old);
        assertThat(old).noneMatch(Connection::isClosed);
        assertThat(heard).isEmpty();
    }

    @Test
    void oldConnectionsWaitUntilLostOnesAreReplaced() throws Exception {
        Connection survivor = pool.shared().all().get(1);
        lose(pool.shared().all().get(0));
        connections.maintain(sessions, found);
        assertThat(pool.shared().all()).containsExactly(survivor);
    }

    @Test
    void aNewStartClosesTheConnectionsBefore() throws Exception {
        List<Connection> before = pool.shared().all();
        connections.connect(sessions.get(), found);
        assertThat(pool.shared().all()).hasSize(2).doesNotContainAnyElementsOf(before);
        Awaitility.await().until(() -> before.stream().allMatch(Connection::isClosed));
    }

    @Test
    void aCloseAndADrainLeaveNothing() throws Exception {
        connections.close("no lookup", Reason.IDLE);
        Awaitility.await().until(() -> pool.size() == 0);
        connections.connect(sessions.get(), found);
        connections.drain("by the application", Reason.DRAINED);
        Awaitility.await().until(() -> pool.size() == 0);
        assertThat(connections.isEmpty()).isTrue();
        assertThat(connections.openColumns()).isEmpty();
    }
}
