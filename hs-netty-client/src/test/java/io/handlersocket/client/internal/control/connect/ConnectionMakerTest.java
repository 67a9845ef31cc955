// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All connections of a round, or none. */
@Timeout(60)
class ConnectionMakerTest {

    private static final DataSource UNUSED = (DataSource) Proxy.newProxyInstance(
            DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, given) -> {
                throw new AssertionError(method);
            });

    private final FakeHandlerSocket fake = new FakeHandlerSocket("secret");
    private final Target target = new Target(new Endpoint("127.0.0.1", fake.port()), "secret");
    private final AtomicInteger lost = new AtomicInteger();
    private final ConnectionPool pool = new ConnectionPool(
            "maker",
            new ConnectionLimits(1_000, 100, 100, 10_000, 0, TimeUnit.SECONDS.toNanos(1)),
            null,
            (connection, reason) -> lost.incrementAndGet(),
            () -> {},
            System::nanoTime);
    private final ConnectionMaker maker =
            new ConnectionMaker(Options.of("maker", UNUSED, new ClientListener() {}), pool);

    @AfterEach
    void close() {
        pool.close();
        fake.close();
    }

    @Test
    void makesAsManyAsAskedFor() {
        assertThat(maker.connect(target, 3)).hasSize(3);
        assertThat(pool.size()).isEqualTo(3);
    }

    @Test
    void leavesNoneIfTheSecretIsRefused() {
        fake.refuseAuth(true);
        assertThatThrownBy(() -> maker.connect(target, 3)).isInstanceOf(HandlerSocketException.class);
        Awaitility.await().pollDelay(Duration.ofMillis(100)).until(() -> pool.size() == 0);
    }

    @Test
    void leavesNoneIfTheThreadIsInterruptedWhileItConnects() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> maker.connect(target, 3)).isInstanceOf(UnavailableException.class);

        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        Awaitility.await().until(() -> fake.accepted() == 3); // they connect all the same
        Awaitility.await()
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(10))
                .until(() -> pool.size() == 0);
        assertThat(lost).as("connected, and closed again").hasValue(3);
    }
}
