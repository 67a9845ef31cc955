// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.applied;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table that is opened while others are written to is not called waited for when it is only the opening that waits. */
class WriteOpeningIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();

    private final Queue<TableName> quarantined = new ConcurrentLinkedQueue<>();

    private HandlerSocketClient client(String name) {
        return client(name, DB.dataSource());
    }

    private HandlerSocketClient client(String name, DataSource dataSource) {
        return HandlerSocketClient.builder()
                .name(name)
                .connectTimeout(Duration.ofSeconds(30))
                .dataSource(dataSource)
                .listener(new ClientListener() {
                    @Override
                    public void quarantined(TableName table) {
                        quarantined.add(table);
                    }
                })
                .build();
    }

    private static HandlerSocketWrites writes(HandlerSocketClient client, int port) {
        return writes(client, port, Duration.ofSeconds(10));
    }

    private static HandlerSocketWrites writes(HandlerSocketClient client, int port, Duration timeout) {
        return HandlerSocketWrites.of(
                client,
                WriteOptions.DEFAULTS.withPort(port).withTimeout(timeout).withIdleTimeout(Duration.ofSeconds(4)));
    }

    private static WriteIndex counter(HandlerSocketWrites writes, String table) {
        DB.execute(
                "CREATE OR REPLACE TABLE test." + table + " (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test." + table + " VALUES (1, 0)");
        return writes.index(new TableName("test", table));
    }

    private static WriteResult increment(WriteIndex index) {
        return index.write(Write.increment(Key.of(1), "n", 1));
    }

    /** Right after the moment, every five seconds, at which everybody lets go. */
    @BeforeEach
    void afterABreath() {
        Awaitility.await().until(() -> System.currentTimeMillis() % 5_000 < 1_000);
    }

    @Test
    void nothingIsOpenedIntoAFence() throws Exception {
        try (HandlerSocketClient first = client("first");
                HandlerSocketClient second = client("second")) {
            Duration timeout = Duration.ofMillis(1_500);
            HandlerSocketWrites others = writes(second, 0, timeout);
            WriteIndex waiting = counter(writes(first, 0, timeout), "fence_waiting");
            WriteIndex open = counter(others, "fence_open");
            WriteIndex closed = counter(others, "fence_closed");
            assertThat(applied(increment(waiting)).rows()).isEqualTo(1);
            assertThat(applied(increment(open)).rows()).isEqualTo(1);
            try (ServerLock fence = HandlerSocketWrites.fence(DB.dataSource(), Duration.ofSeconds(5))) {
                CompletableFuture<WriteResult> stuck =
                        waiting.writeAsync(Write.increment(Key.of(1), "n", 1)).toCompletableFuture();

                assertThat(increment(closed))
                        .isInstanceOfSatisfying(
                                WriteResult.Refused.class,
                                refused -> assertThat(refused.why()).isInstanceOf(RequestTimeoutException.class));

                assertThat(stuck.join()).isInstanceOf(WriteResult.Unknown.class);
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> increment(closed) instanceof WriteResult.Applied);
            assertThat(quarantined).isEmpty();
        }
    }

    /**
     * Returns what calls the same, takes 100 ms for each try of a DELETE, which an opening makes, and notes it as D. An
     * UPDATE is noted as U: an opening tries one before, and the guard makes one alone.
     */
    private static Object watched(Class<?> type, Object target, Queue<String> changes) {
        return Proxy.newProxyInstance(
                WriteOpeningIT.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    String sql = given != null && given.length > 0 && given[0] instanceof String text ? text : "";
                    if (sql.contains("DELETE FROM")) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                        changes.add("D");
                    } else if (sql.contains(" SET `")) {
                        changes.add("U");
                    }
                    try {
                        Object result = method.invoke(target, given);
                        return result instanceof Connection || result instanceof Statement
                                ? watched(method.getReturnType(), result, changes)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void manyTablesThatAreAskedForAtOnceDoNotKeepTheGuardFromLooking() {
        Queue<String> changes = new ConcurrentLinkedQueue<>();
        DataSource slow = (DataSource) watched(DataSource.class, DB.dataSource(), changes);
        try (HandlerSocketClient client = client("many", slow)) {
            HandlerSocketWrites writes = writes(client, 0);
            WriteIndex open = counter(writes, "many_open");
            assertThat(applied(increment(open)).rows()).isEqualTo(1);
            changes.clear();

            List<CompletableFuture<WriteIndex>> opening = Stream.generate(() ->
                            writes.openIndex(open.table().name(), "PRIMARY").toCompletableFuture())
                    .limit(28)
                    .toList();
            while (!opening.stream().allMatch(CompletableFuture::isDone)) {
                assertThat(Patience.answer(() -> increment(open).orThrow()).rows())
                        .isEqualTo(1);
            }

            assertThat(opening.stream()
                            .map(one -> one.handle((index, failure) -> failure).join())
                            .filter(Objects::nonNull))
                    .allMatch(Patience::isRetryable);
            String all = String.join("", changes);
            assertThat(all.substring(all.indexOf('D'), all.lastIndexOf('D')))
                    .as("the openings, of which each is UD, with a U of the guard between them")
                    .contains("UU");
        }
    }

    @Test
    void anOpeningThatIsNotAnsweredPutsNoTableInQuarantine() throws Exception {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                HandlerSocketClient client = client("stalled")) {
            HandlerSocketWrites writes = writes(client, proxy.port());
            WriteIndex open = counter(writes, "stall_open");
            WriteIndex closed = counter(writes, "stall_closed");
            assertThat(applied(increment(open)).rows()).isEqualTo(1);

            proxy.stall(true);
            assertThat(increment(closed)).isInstanceOf(WriteResult.Refused.class);
            proxy.stall(false);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> increment(closed) instanceof WriteResult.Applied);
            assertThat(quarantined).isEmpty();
        }
    }
}
