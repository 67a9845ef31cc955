// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.FakeServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When connections are made again, because they lie on too few of the server's workers. */
class WorkerSpreaderTest {

    private final FakeServer server = new FakeServer();
    private final List<String> closed = new ArrayList<>();
    private int tries;

    private void worker(long id, int connections) {
        server.workers.removeIf(worker -> worker[0].equals(id));
        server.workers.add(new Object[] {id, "handlersocket: mode=rd, " + connections + " conns, 0 active"});
    }

    /** Two connections per try, which lie on these workers. */
    private List<String> spread(long[]... workersOfTries) throws SQLException, NotUsableException {
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
                    return List.of("a" + tries, "b" + tries, "c" + tries, "d" + tries);
                },
                closed::add,
                System::nanoTime);
    }

    private void twoWorkers() {
        worker(1, 0);
        worker(2, 0);
    }

    @Test
    void withoutTheRightToSeeWorkersTheFirstTryIsTaken() throws Exception {
        assertThat(spread(new long[] {1, 1})).containsExactly("a1", "b1", "c1", "d1");
        assertThat(closed).isEmpty();
    }

    @Test
    void aTryThatIsSpreadIsTaken() throws Exception {
        twoWorkers();
        assertThat(spread(new long[] {1, 2})).contains("a1");
        assertThat(closed).isEmpty();
    }

    @Test
    void aTryOnOneWorkerIsClosedAndMadeAgain() throws Exception {
        twoWorkers();
        assertThat(spread(new long[] {1, 1}, new long[] {1, 2})).contains("a2");
        assertThat(closed).containsExactly("a1", "b1", "c1", "d1");
    }

    @Test
    void itEndsWithTheLastOfTwelveTries() throws Exception {
        twoWorkers();
        assertThat(spread(new long[] {1, 1})).contains("a12");
        assertThat(tries).isEqualTo(12);
    }

    @Test
    void connectionsThatNoWorkerGotAreOfAnotherServer() {
        worker(7, 3);
        assertThatThrownBy(() -> WorkerSpreader.connect(
                        server.session(), () -> List.of("a", "b"), closed::add, System::nanoTime))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("not the server that SQL reaches");
    }
}
