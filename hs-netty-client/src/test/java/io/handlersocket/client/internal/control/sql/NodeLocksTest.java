// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.RequestTimeoutException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is asked of which server, without servers: the order of locks, and connections that are not needed. */
class NodeLocksTest {

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final String GET_LOCK = "SELECT GET_LOCK(?, ";

    /** What was called on which server. */
    private final List<String> called = new CopyOnWriteArrayList<>();

    private final Map<String, Map<String, String>> status = new LinkedHashMap<>();
    private final List<String> locked = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final List<String> waits = new ArrayList<>();

    private interface Call {
        @Nullable
        Object of(String name, @Nullable Object[] given) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                NodeLocksTest.class.getClassLoader(),
                new Class<?>[] {type},
                (p, method, given) -> call.of(method.getName(), given == null ? new Object[0] : given)));
    }

    /** A server that is at this address. */
    private DataSource server(String address) {
        return proxy(
                DataSource.class,
                (get, none) -> proxy(Connection.class, (name, given) -> switch (name) {
                    case "getMetaData" -> proxy(DatabaseMetaData.class, (method, nothing) -> "MariaDB");
                    case "prepareStatement" -> {
                        String sql = String.valueOf(given[0]);
                        called.add(address + ' ' + sql.replaceFirst(" WHERE .*|\\(.*", ""));
                        yield proxy(
                                PreparedStatement.class,
                                (method, nothing) -> method.equals("executeQuery") ? rows(address, sql) : null);
                    }
                    case "close" -> {
                        called.add(address + " close");
                        yield null;
                    }
                    default -> null;
                }));
    }

    private ResultSet rows(String address, String sql) {
        if (!sql.startsWith("SHOW")) {
            if (sql.startsWith(GET_LOCK)) {
                waits.add(sql.substring(GET_LOCK.length()));
                nanos.addAndGet(WAIT.toNanos() * 6 / 10);
            }
            int answer = locked.contains(address) ? 0 : 1;
            return proxy(ResultSet.class, (method, none) -> method.equals("next") ? (Object) true : answer);
        }
        Iterator<Map.Entry<String, String>> rows =
                status.getOrDefault(address, Map.of()).entrySet().iterator();
        List<Map.Entry<String, String>> row = new ArrayList<>();
        return proxy(ResultSet.class, (method, given) -> {
            if (method.equals("getString")) {
                Map.Entry<String, String> current = row.get(row.size() - 1);
                return given[0].equals(1) ? current.getKey() : current.getValue();
            }
            if (method.equals("next") && rows.hasNext()) {
                row.add(rows.next());
                return true;
            }
            return method.equals("next") ? false : null;
        });
    }

    private void cluster(String... addresses) {
        for (int i = 0; i < addresses.length; i++) {
            status.put(
                    addresses[i],
                    Map.of(
                            "wsrep_cluster_size",
                            String.valueOf(addresses.length),
                            "wsrep_local_index",
                            String.valueOf(i),
                            "wsrep_incoming_addresses",
                            String.join(",", addresses),
                            "wsrep_cluster_state_uuid",
                            "id"));
        }
    }

    private NodeLocks acquire(String own, Function<String, DataSource> nodes) {
        return NodeLocks.acquire(server(own), nodes, "lock", WAIT, nanos::get);
    }

    private List<String> sent(String sql) {
        return called.stream().filter(one -> one.endsWith(sql)).toList();
    }

    @Test
    void aServerAloneIsAskedOneThingMore() {
        NodeLocks locks = acquire("a:1", this::server);
        assertThat(locks.missing()).isEmpty();
        assertThat(locks.release()).isTrue();
        assertThat(called)
                .containsExactly("a:1 SHOW STATUS", "a:1 SELECT GET_LOCK", "a:1 SELECT RELEASE_LOCK", "a:1 close");
    }

    @Test
    void locksAreTakenInOneOrder() {
        cluster("b:1", "c:1", "a:1");
        NodeLocks locks = acquire("c:1", this::server);
        assertThat(locks.isHeld()).isTrue();
        assertThat(sent("GET_LOCK"))
                .containsExactly("a:1 SELECT GET_LOCK", "b:1 SELECT GET_LOCK", "c:1 SELECT GET_LOCK");
        assertThat(locks.release()).isTrue();
        assertThat(sent("close")).hasSize(3);
        assertThat(locks.isHeld()).isFalse();
    }

    @Test
    void theWaitIsForAllNodesTogether() {
        cluster("a:1", "b:1", "c:1");
        assertThat(acquire("b:1", this::server).isHeld()).isTrue();
        assertThat(waits).containsExactly("1.0)", "0.4)", "0.0)");
    }

    @Test
    void aServerOfAnotherClusterIsNoNode() {
        cluster("a:1", "b:1");
        status.put("b:1", Map.of());
        NodeLocks locks = acquire("a:1", this::server);
        assertThat(locks.missing()).containsExactly("b:1 (the server there is in another cluster or in none)");
        assertThat(locks.isHeld()).isFalse();
        assertThat(sent("GET_LOCK")).containsExactly("a:1 SELECT GET_LOCK");
        assertThat(sent("close")).containsExactly("b:1 close");
    }

    @Test
    void aMemberWithoutAnAddressIsMissing() {
        cluster("a:1", "AUTO");
        NodeLocks locks = acquire("a:1", this::server);
        assertThat(locks.missing()).containsExactly("AUTO (no address to connect to)");
        assertThat(locks.isHeld()).isFalse();
    }

    @Test
    void aFunctionThatFailsMissesTheNode() {
        cluster("a:1", "b:1");
        NodeLocks locks = acquire("a:1", address -> {
            throw new IllegalStateException("made up\nand more");
        });
        assertThat(locks.missing()).containsExactly("b:1 (made up)");
    }

    @Test
    void noLockOnAnyNodeIsAFailure() {
        cluster("a:1", "b:1");
        locked.addAll(List.of("a:1", "b:1"));
        assertThatThrownBy(() -> acquire("b:1", this::server)).isInstanceOf(RequestTimeoutException.class);
        assertThat(sent("close")).containsExactly("a:1 close", "b:1 close");
    }

    @Test
    void aConnectionThatComesTooLateIsClosed() {
        cluster("a:1", "b:1");
        CountDownLatch late = new CountDownLatch(1);
        NodeLocks locks = acquire("a:1", address -> {
            await().until(() -> late.await(30, TimeUnit.SECONDS));
            return server(address);
        });
        assertThat(locks.missing()).containsExactly("b:1 (no connection within 5000 ms)");
        late.countDown();
        await().atMost(Duration.ofSeconds(30)).until(() -> called.contains("b:1 close"));
        assertThat(sent("GET_LOCK")).containsExactly("a:1 SELECT GET_LOCK");
    }
}
