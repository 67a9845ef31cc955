// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.testkit.FakeHandlerSocket;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the sockets of a pool, over real sockets. */
@Timeout(60)
class ConnectionPoolTest {

    private static final WireIndex INDEX = new WireIndex(1, new TableName("test", "item"), "PRIMARY", List.of("id"));
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Queue<String> lost = new ConcurrentLinkedQueue<>();
    private final FakeHandlerSocket fake = new FakeHandlerSocket("secret");
    private final Target target = new Target(new Endpoint("127.0.0.1", fake.port()), "secret");
    private final ConnectionPool pool = new ConnectionPool(
            "pool",
            new ConnectionLimits(2_000, 100, 100, 10_000, 2, SECOND),
            null,
            (connection, reason) -> lost.add(reason),
            () -> {},
            System::nanoTime);

    @AfterEach
    void close() {
        pool.close();
        fake.close();
    }

    private Connection publishOne() {
        Connection connection = pool.connect(target).join();
        pool.publish(List.of(connection));
        return connection;
    }

    @Test
    void onlyPublishedConnectionsArePicked() {
        Connection connection = pool.connect(target).join();
        assertThat(pool.shared().pick()).isNull();
        assertThat(pool.shared().pickLeastBusy()).isNull();
        assertThat(pool.size()).isEqualTo(1);

        pool.publish(List.of(connection));

        assertThat(pool.shared().pick()).isSameAs(connection);
        assertThat(pool.shared().pickLeastBusy()).isSameAs(connection);
        assertThat(pool.serving()).containsExactly(connection);
    }

    @Test
    void aConnectionThatEndsIsToldOnceAndPickedNoMore() {
        publishOne();
        fake.cutConnections();
        Awaitility.await().until(() -> !lost.isEmpty());
        assertThat(lost).hasSize(1);
        assertThat(pool.shared().pick()).isNull();
        assertThat(pool.size()).isZero();
    }

    @Test
    void aSecretThatIsRefusedLeavesNoConnection() {
        fake.refuseAuth(true);
        assertThat(pool.connect(target))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(HandlerSocketException.class);
        assertThatThrownBy(() -> pool.connectDirect(target, 2_000)).isInstanceOf(HandlerSocketException.class);
        Awaitility.await().until(() -> pool.size() == 0 && lost.size() == 2);
    }

    @Test
    void aPortThatNobodyListensOnFailsBothKinds() {
        fake.refuseConnections();
        assertThat(pool.connect(target))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(() -> pool.connectDirect(target, 2_000)).isInstanceOf(ConnectionLostException.class);
        assertThat(pool.size()).isZero();
    }

    @Test
    void allConnectionsOfARoundAreMade() {
        assertThat(pool.connectAll(target, 3, 10 * SECOND)).hasSize(3);
        assertThat(pool.size()).isEqualTo(3);
    }

    @Test
    void noConnectionOfARoundStaysIfTheSecretIsRefused() {
        fake.refuseAuth(true);
        assertThatThrownBy(() -> pool.connectAll(target, 3, 10 * SECOND)).isInstanceOf(HandlerSocketException.class);
        Awaitility.await().until(() -> pool.size() == 0 && lost.size() == 3);
    }

    @Test
    void noConnectionOfARoundStaysIfTheThreadIsInterrupted() {
        CompletableFuture<Void> interrupted = new CompletableFuture<>();
        pool.io().execute(interrupted::join); // or they may all be there before it waits
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> pool.connectAll(target, 3, 10 * SECOND)).isInstanceOf(UnavailableException.class);

        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        interrupted.complete(null);
        Awaitility.await().until(() -> fake.accepted() == 3); // they connect all the same
        Awaitility.await()
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(10))
                .until(() -> pool.size() == 0);
        assertThat(lost).as("connected, and closed again").hasSize(3);
    }

    @Test
    void aRoundWithoutAnAnswerNamesTheLimitThatIsOver() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 3, InetAddress.getLoopbackAddress())) {
            Target there = new Target(new Endpoint("127.0.0.1", silent.getLocalPort()), "secret");
            assertThatThrownBy(() -> pool.connectAll(there, 2, SECOND / 20))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage(there + ": no answer within 50 ms");
            Awaitility.await().until(() -> pool.size() == 0 && lost.size() == 2);
        }
    }

    @Test
    void aDrainClosesWhatIsFreeAtOnce() {
        publishOne();
        pool.connectDirect(target, 2_000);
        long start = System.nanoTime();
        pool.drain("drained", 10 * SECOND);
        assertThat(System.nanoTime() - start).isLessThan(5 * SECOND);
        assertThat(lost).containsExactly("drained", "drained");
    }

    @Test
    void aDrainByAnInterruptedThreadWaitsWithoutFloodingTheEventLoop() throws InterruptedException {
        Connection connection = publishOne();
        CompletableFuture<SingleThreadEventExecutor> loop = new CompletableFuture<>();
        CountDownLatch release = new CountDownLatch(1);
        LineRequest request = LineRequest.of("P\t1\ttest\titem\tPRIMARY\tid");
        request.whenComplete((tokens, failure) -> {
            loop.complete((SingleThreadEventExecutor) ThreadExecutorMap.currentExecutor());
            try {
                release.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        connection.submit(request);
        SingleThreadEventExecutor blocked = loop.join();

        Thread.currentThread().interrupt();
        pool.drain("drained", SECOND / 4);

        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        assertThat(blocked.pendingTasks()).isLessThan(1_000);
        release.countDown();
    }

    @Test
    void whatIsAskedOfAConnectionAfterTheLoopHasEndedFails() {
        Connection connection = publishOne();
        pool.close();
        assertFails(connection.open(INDEX, SECOND));
        assertFails(connection.probe(INDEX, new byte[] {'1'}, 1));
        LineRequest request = LineRequest.of("x");
        connection.submit(request);
        assertFails(request);
        assertThatCode(() -> connection.retire("old", SECOND)).doesNotThrowAnyException();
    }

    @Test
    void aConnectAfterTheLoopHasEndedFails() {
        pool.close();
        assertFails(pool.connect(target));
    }

    private static void assertFails(CompletableFuture<?> future) {
        assertThat(future)
                .failsWithin(Duration.ofSeconds(5))
                .withThrowableThat()
                .isInstanceOf(ExecutionException.class) // and not that the time is over
                .withCauseInstanceOf(HandlerSocketException.class);
    }
}
