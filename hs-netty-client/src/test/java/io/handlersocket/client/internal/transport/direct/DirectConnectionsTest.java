// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CloseWait;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.direct.DirectConnections.DirectOutcome;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DirectConnectionsTest {

    private static final WireIndex INDEX = new WireIndex(1, new TableName("test", "item"), "PRIMARY", List.of("id"));
    private static final WireIndex OTHER_INDEX =
            new WireIndex(2, new TableName("test", "other"), "PRIMARY", List.of("id"));

    private final FakeHandlerSocket fake = new FakeHandlerSocket("secret");
    private final AtomicInteger shortages = new AtomicInteger();
    /** So many processors that no caller queues. */
    private final DirectWidth width = new DirectWidth(5, 5);

    private final DirectConnections connections = connections(5, width);

    /** So few that callers queue, if answers are fast. */
    private static final int FEW = 4;

    private final DirectWidth narrow = new DirectWidth(FEW, 1);
    private final DirectConnections few = connections(FEW, narrow);
    private final CountDownLatch over = new CountDownLatch(1);

    private DirectConnections connections(int max, DirectWidth used) {
        var limits = new ConnectionLimits(2_000, 1, 1, 1_000, max, TimeUnit.SECONDS.toNanos(1));
        return new DirectConnections(
                limits, used, new BatchSizes(ConnectionTurn.MAX_BATCH), shortages::incrementAndGet, System::nanoTime);
    }

    @AfterEach
    void close() {
        over.countDown();
        connections.all().forEach(connection -> connection.close("over"));
        few.all().forEach(connection -> connection.close("over"));
        fake.close();
    }

    private DirectConnection connect() {
        fake.table("test", "item", 1, "id INT").row(5);
        DirectConnection connection = new DirectConnection(
                "direct",
                false,
                1_000,
                width,
                new BatchSizes(ConnectionTurn.MAX_BATCH),
                (ended, reason) -> connections.withdrawClosed(),
                System::nanoTime);
        connection.connect(new Target(new Endpoint("127.0.0.1", fake.port()), "secret"), null, 2_000);
        assertThat(connection.open(INDEX, TimeUnit.SECONDS.toNanos(2))).isCompletedWithValue(true);
        return connection;
    }

    /** A lookup that runs a task when its answer has come. Meanwhile its connection is in use. */
    private static final class Handled extends Request<Boolean> {

        private final Runnable task;

        Handled(Runnable task) {
            super("1\t=\t1\t5\n".getBytes(StandardCharsets.US_ASCII), System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
            this.task = task;
        }

        @Override
        protected WireIndex index() {
            return INDEX;
        }

        @Override
        protected void answered(Reply reply, int batch) {
            task.run();
            complete(true);
        }
    }

    /** Makes as many connections as callers use before they queue, in the order in which this thread tries them. */
    private List<DirectConnection> fewInMyOrder() {
        narrow.answered(1);
        List<DirectConnection> made = Stream.generate(this::connect).limit(FEW).toList();
        few.add(made);
        int own = (int) Long.remainderUnsigned(Thread.currentThread().getId(), FEW);
        return IntStream.range(0, FEW).mapToObj(i -> made.get((own + i) % FEW)).toList();
    }

    /** Lets another thread use a connection until the task ends. */
    private static Thread use(DirectConnection connection, Runnable task) {
        CountDownLatch used = new CountDownLatch(1);
        Thread user = new Thread(() -> connection.tryExchange(new Handled(() -> {
            used.countDown();
            task.run();
        })));
        user.setDaemon(true);
        user.start();
        await(used);
        return user;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LineRequest find() {
        return new LineRequest("1\t=\t1\t5\n", INDEX, 10_000);
    }

    @Test
    void theFirstCallersWantOneTogetherThenThreeForEachThatIsThereUpToTheLimit() {
        assertThat(connections.missing()).isZero();
        assertThat(connections.exchange(find())).isFalse();
        assertThat(connections.exchange(find())).isFalse();
        assertThat(shortages).hasValue(1);
        assertThat(connections.missing()).isEqualTo(1);

        DirectConnection one = connect();
        connections.add(List.of(one));
        assertThat(connections.missing()).isZero();
        LineRequest found = find();
        assertThat(connections.exchange(found)).isTrue();
        assertThat(found.join()).containsExactly("0", "1", "5");

        one.close("in use elsewhere");
        DirectConnection[] two = {connect(), connect()};
        connections.add(List.of(two));
        two[0].closeIfFree("as if busy");
        two[1].closeIfFree("as if busy");
        assertThat(connections.all()).as("ended ones leave by themselves").isEmpty();
        assertThat(connections.exchange(find())).isFalse();
        assertThat(shortages).hasValue(2);
    }

    @Test
    void aRequestLongerThanTheServerReadsAtOnceIsLeftToTheSharedOnes() {
        connections.add(List.of(connect()));
        LineRequest longer = LineRequest.of("x".repeat(RequestGroup.MAX_BYTES));
        assertThat(connections.offer(longer)).isEqualTo(DirectOutcome.UNSUITABLE);
        assertThat(longer).isNotDone();
    }

    @Test
    void aCallerTakesAFreeOneIfAtLeastHalfAreFree() {
        List<DirectConnection> mine = fewInMyOrder();
        mine.subList(0, FEW / 2).forEach(one -> use(one, () -> await(over)));

        LineRequest found = find();
        assertThat(few.exchange(found)).isTrue();
        assertThat(found.join()).containsExactly("0", "1", "5");
    }

    @Test
    void aCallerDoesNotTakeAFreeOneIfFewerThanHalfAreFree() {
        List<DirectConnection> mine = fewInMyOrder();
        mine.subList(0, FEW - 1).forEach(one -> use(one, () -> await(over)));
        long lastUsed = mine.get(FEW - 1).lastUsedNanos();

        LineRequest request = find();
        assertThat(few.offer(request)).as("its own one is in use for too long").isEqualTo(DirectOutcome.BUSY);
        assertThat(request).isNotDone();
        assertThat(mine.get(FEW - 1).lastUsedNanos()).isEqualTo(lastUsed);
    }

    @Test
    void aCallerThatQueuesIsServedByItsOwnOne() throws InterruptedException {
        List<DirectConnection> mine = fewInMyOrder();
        mine.subList(1, FEW - 1).forEach(one -> use(one, () -> await(over)));
        long lastUsed = mine.get(FEW - 1).lastUsedNanos();
        Thread caller = Thread.currentThread();

        boolean served = false;
        while (!served) { // it waits in the queue for a few milliseconds only, and the other thread may be late
            AtomicBoolean gaveUp = new AtomicBoolean();
            Thread user = use(mine.get(0), () -> {
                while (caller.getState() != Thread.State.TIMED_WAITING && !gaveUp.get()) {
                    Thread.onSpinWait();
                }
            });
            LineRequest request = find();
            served = few.exchange(request);
            gaveUp.set(true);
            user.join();
            assertThat(request.isDone()).isEqualTo(served);
        }
        assertThat(mine.get(FEW - 1).lastUsedNanos()).isEqualTo(lastUsed);
    }

    @Test
    void aCallerWithSeveralLinesTakesTheOnlyFreeOne() {
        List<DirectConnection> mine = fewInMyOrder();
        mine.subList(0, FEW - 1).forEach(one -> use(one, () -> await(over)));

        RequestGroup group = new RequestGroup(List.of(find(), find()));
        assertThat(few.exchange(group)).isTrue();
        assertThat(group).isCompleted();
    }

    @Test
    void onlyACallerWithSeveralLinesWantsAndTakesMoreThanOthersUse() {
        DirectConnections more = connections(FEW + 1, narrow);
        narrow.answered(1);
        List<DirectConnection> shared =
                Stream.generate(this::connect).limit(FEW).toList();
        more.add(shared);
        shared.forEach(one -> use(one, () -> await(over)));

        assertThat(more.exchange(find())).isFalse();
        assertThat(more.missing()).as("a caller with one line queues").isZero();
        assertThat(more.exchange(new RequestGroup(List.of(find(), find())))).isFalse();
        assertThat(more.missing()).isEqualTo(1);
        assertThat(shortages).hasValue(1);

        DirectConnection further = connect();
        more.add(List.of(further));
        long lastUsed = further.lastUsedNanos();
        assertThat(more.exchange(find())).isFalse();
        assertThat(further.lastUsedNanos()).isEqualTo(lastUsed);
        RequestGroup group = new RequestGroup(List.of(find(), find()));
        assertThat(more.exchange(group)).isTrue();
        assertThat(group).isCompleted();
        more.all().forEach(connection -> connection.close("over"));
    }

    @Test
    void aCallerThatUsesOneTakesTheOnlyFreeOne() {
        List<DirectConnection> mine = fewInMyOrder();
        mine.subList(1, FEW - 1).forEach(one -> use(one, () -> await(over)));
        AtomicBoolean served = new AtomicBoolean();
        LineRequest nested = find();

        assertThat(mine.get(0).tryExchange(new Handled(() -> served.set(few.exchange(nested)))))
                .isEqualTo(DirectOutcome.COMPLETED);
        assertThat(served).as("its own one would wait for itself").isTrue();
        assertThat(nested.join()).containsExactly("0", "1", "5");
    }

    @Test
    void unusedOnesThatTheServerClosedAreClosed() {
        CloseWait.assumeKnown();
        connections.add(List.of(connect(), connect()));
        long soon = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        connections.closeOld(soon, 0);
        assertThat(connections.all()).hasSize(2);
        assertThat(connections.exchange(find())).isTrue();

        fake.cutConnections();
        Awaitility.await().until(() -> CloseWait.towards(fake.port()) == 2);
        connections.closeOld(soon + TimeUnit.SECONDS.toNanos(1), 0);
        assertThat(connections.all()).isEmpty();
        assertThat(CloseWait.towards(fake.port())).isZero();
    }

    @Test
    void zeroIsNone() {
        DirectConnections none = connections(0, width);
        assertThat(none.offer(find())).isEqualTo(DirectOutcome.UNSUITABLE);
        assertThat(shortages).hasValue(0);
    }

    @Test
    void aRequestThatNoneCanSendAsksForNoMoreConnections() {
        connections.add(List.of(connect(), connect()));
        LineRequest notOpen = new LineRequest("2\t=\t1\t5\n", OTHER_INDEX, 10_000);
        assertThat(connections.offer(notOpen)).isEqualTo(DirectOutcome.UNSUITABLE);

        Thread.currentThread().interrupt();
        assertThat(connections.offer(find())).isEqualTo(DirectOutcome.UNSUITABLE);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(notOpen).isNotDone();
        assertThat(connections.missing()).isZero();
        assertThat(shortages).hasValue(0);
    }

    @Test
    void oneThatIsTooOldIsClosedAtATime() {
        connections.add(List.of(connect(), connect()));
        connections.closeOld(System.nanoTime(), 0);
        assertThat(connections.all()).hasSize(2);
        connections.closeOld(System.nanoTime(), 1);
        assertThat(connections.all()).hasSize(1);
        connections.closeOld(System.nanoTime(), 1);
        assertThat(connections.all()).isEmpty();
    }

    @Test
    void thoseThatAreNotUsedAreClosedBeforeTheServerDoesIt() {
        DirectConnection one = connect();
        connections.add(List.of(one, connect()));
        long now = System.nanoTime();
        connections.closeOld(now + TimeUnit.SECONDS.toNanos(24), 0);
        assertThat(connections.all()).hasSize(2);
        connections.closeOld(now + TimeUnit.SECONDS.toNanos(29), 0);
        assertThat(connections.all()).isEmpty();
        assertThat(one.isClosed()).isTrue();
        assertThat(connections.exchange(find())).isFalse();
        assertThat(shortages).as("the next lookup asks for another").hasValue(1);
    }

    @Test
    void withdrawnOnesServeNoMoreAndStayOpen() {
        DirectConnection one = connect();
        connections.add(List.of(one));
        connections.withdraw();
        assertThat(connections.exchange(find())).isFalse();
        assertThat(one.isClosed()).isFalse();
        one.close("over");
    }
}
