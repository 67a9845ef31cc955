// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DirectConnectionsTest {

    private static final AdaptiveSpin NO_SPIN = new AdaptiveSpin(0, 1, System::nanoTime);

    private static final WireIndex INDEX = new WireIndex(1, new TableName("test", "item"), "PRIMARY", List.of("id"));

    private final FakeHandlerSocket fake = new FakeHandlerSocket("secret");
    private final AtomicInteger shortages = new AtomicInteger();
    /** So many processors that no caller queues. */
    private final DirectWidth width = new DirectWidth(5, 5);

    private final DirectConnections connections = new DirectConnections(5, width, shortages::incrementAndGet);

    @AfterEach
    void close() {
        connections.all().forEach(connection -> connection.close("over"));
        fake.close();
    }

    private DirectConnection connect() {
        fake.table("test", "item", 1, "id INT").row(5);
        DirectConnection connection = new DirectConnection(
                "direct",
                false,
                1_000,
                NO_SPIN,
                width,
                new BatchSizes(ConnectionTurn.MAX_BATCH),
                (ended, reason) -> connections.remove(ended));
        connection.connect(new Target(new Endpoint("127.0.0.1", fake.port()), "secret"), null, 2_000);
        assertThat(connection.open(INDEX, TimeUnit.SECONDS.toNanos(2))).isCompletedWithValue(true);
        return connection;
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
        assertThat(connections.exchange(longer)).isFalse();
        assertThat(longer).isNotDone();
    }

    @Test
    void zeroIsNone() {
        DirectConnections none = new DirectConnections(0, width, shortages::incrementAndGet);
        assertThat(none.exchange(find())).isFalse();
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
