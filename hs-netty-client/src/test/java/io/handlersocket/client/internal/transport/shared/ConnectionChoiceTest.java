// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.LineRequest;
import org.junit.jupiter.api.Test;

class ConnectionChoiceTest {

    private static final int HALF = Connection.MAX_BATCH / 2;

    /** Connections that hold so many requests each. */
    private static Connection[] holding(int... loads) {
        Connection[] connections = new Connection[loads.length];
        for (int i = 0; i < loads.length; i++) {
            connections[i] = new EmbeddedConnection(1_000, 1_000, 10_000, 60_000).connection();
            for (int request = 0; request < loads[i]; request++) {
                connections[i].submit(LineRequest.of("x"));
            }
        }
        return connections;
    }

    @Test
    void thePreferredOneIsTakenUntilItHoldsHalfABatch() {
        Connection[] connections = holding(0, HALF - 1, 0);
        assertThat(SharedConnections.unlessBusy(connections, 1)).isSameAs(connections[1]);
    }

    @Test
    void anotherIsTakenOnlyIfItHoldsLessThanHalfOfThat() {
        Connection[] close = holding(HALF / 2, HALF);
        assertThat(SharedConnections.unlessBusy(close, 1)).isSameAs(close[1]);
        Connection[] far = holding(HALF / 2 - 1, HALF);
        assertThat(SharedConnections.unlessBusy(far, 1)).isSameAs(far[0]);
    }

    @Test
    void theLeastBusyOfThemIsTaken() {
        Connection[] connections = holding(40, HALF, HALF / 2 - 1, 50);
        assertThat(SharedConnections.unlessBusy(connections, 1)).isSameAs(connections[0]);
    }

    @Test
    void aClosedOneIsTakenOnlyIfAllAre() {
        Connection[] connections = holding(300, 0, 5);
        EmbeddedConnection closed = new EmbeddedConnection();
        closed.disconnect();
        connections[1] = closed.connection();
        assertThat(SharedConnections.unlessBusy(connections, 1)).isSameAs(connections[2]);
        assertThat(SharedConnections.leastBusy(connections, 1)).isSameAs(connections[2]);
        Connection[] alone = {closed.connection()};
        assertThat(SharedConnections.unlessBusy(alone, 0)).isSameAs(alone[0]);
    }

    @Test
    void theOneThatHoldsFewestIsTakenAndThePreferredAmongEquals() {
        Connection[] connections = holding(4, 2, 2, 3);
        assertThat(SharedConnections.leastBusy(connections, 0)).isSameAs(connections[1]);
        assertThat(SharedConnections.leastBusy(connections, 2)).isSameAs(connections[2]);
        assertThat(SharedConnections.leastBusy(connections, 3)).isSameAs(connections[1]);
    }
}
