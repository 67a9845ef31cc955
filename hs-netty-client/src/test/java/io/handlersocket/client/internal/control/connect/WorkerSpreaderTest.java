// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When connections are made again, because they lie on too few of the server's workers. */
class WorkerSpreaderTest {

    private final FakeServer server = new FakeServer();
    private final List<EmbeddedConnection> made = new ArrayList<>();
    private int tries;
    private long millisOfTry;

    private void worker(long id, int connections) {
        server.workers.removeIf(worker -> worker[0].equals(id));
        server.workers.add(new Object[] {id, "handlersocket: mode=rd, " + connections + " conns, 0 active"});
    }

    /** Four connections per try; the workers that two of them lie on are given. */
    private List<Connection> spread(long[]... workersOfTries) throws SQLException, NotUsableException {
        return WorkerSpreader.connect(
                server.session(),
                () -> {
                    int[] count = new int[3];
                    for (long worker : workersOfTries[Math.min(tries++, workersOfTries.length - 1)]) {
                        count[(int) worker]++;
                    }
                    if (!server.workers.isEmpty()) {
                        worker(1, tries * 10 + count[1]);
                        worker(2, count[2]);
                    }
                    return fourConnections();
                },
                () -> TimeUnit.MILLISECONDS.toNanos(tries * millisOfTry));
    }

    private List<Connection> fourConnections() {
        List<EmbeddedConnection> four =
                Stream.generate(EmbeddedConnection::new).limit(4).toList();
        made.addAll(four);
        return connections(four);
    }

    private static List<Connection> connections(List<EmbeddedConnection> embedded) {
        return embedded.stream().map(EmbeddedConnection::connection).toList();
    }

    /** Asserts that the connections of the last try are used, and that those before are closed. */
    private void assertOnlyLastOpen(List<Connection> used) {
        int last = made.size() - 4;
        made.forEach(EmbeddedConnection::turn);
        assertThat(used).isEqualTo(connections(made.subList(last, made.size()))).noneMatch(Connection::isClosed);
        assertThat(connections(made.subList(0, last))).allMatch(Connection::isClosed);
    }

    private void twoWorkers() {
        worker(1, 0);
        worker(2, 0);
    }

    @Test
    void withoutTheRightToSeeWorkersTheFirstTryIsTaken() throws Exception {
        assertOnlyLastOpen(spread(new long[] {1, 1}));
        assertThat(tries).isEqualTo(1);
    }

    @Test
    void aTryThatIsSpreadIsTaken() throws Exception {
        twoWorkers();
        assertOnlyLastOpen(spread(new long[] {1, 2}));
        assertThat(tries).isEqualTo(1);
    }

    @Test
    void aTryOnOneWorkerIsClosedAndMadeAgain() throws Exception {
        twoWorkers();
        assertOnlyLastOpen(spread(new long[] {1, 1}, new long[] {1, 2}));
        assertThat(tries).isEqualTo(2);
    }

    @Test
    void itEndsWithTheLastOfTwelveTries() throws Exception {
        twoWorkers();
        assertOnlyLastOpen(spread(new long[] {1, 1}));
        assertThat(tries).isEqualTo(12);
    }

    @Test
    void itEndsAfterHalfASecond() throws Exception {
        twoWorkers();
        millisOfTry = 250;
        assertOnlyLastOpen(spread(new long[] {1, 1}));
        assertThat(tries).isEqualTo(2);
    }

    @Test
    void connectionsThatNoWorkerGotAreOfAnotherServer() {
        worker(7, 3);
        assertThatThrownBy(() -> WorkerSpreader.connect(server.session(), this::fourConnections, () -> 0))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("not the server that SQL reaches");
    }
}
