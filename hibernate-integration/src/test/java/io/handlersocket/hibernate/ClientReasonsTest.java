// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.fixture.Snapshots;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientReasonsTest {

    private static JdbcReason of(Reason reason) {
        return JdbcReason.ofFailed(new UnavailableException(reason, "x"));
    }

    @Test
    void aServerThatDoesNotAnswerIsAnOutage() {
        for (Reason reason : Reason.values()) {
            Kind kind = switch (reason) {
                case NO_REPLICA, NOT_USABLE -> Kind.NOT_OPEN;
                case EVICTED -> Kind.TOO_MANY_INDEXES;
                default -> Kind.OUTAGE;
            };
            assertThat(of(reason).kind()).isEqualTo(kind);
        }
    }

    @Test
    void theStateOfTheClientAndAFailedLookupHaveOneReason() {
        Map<ClientState, Reason> same = Map.of(
                ClientState.UNREACHABLE, Reason.NOT_CONNECTED,
                ClientState.NOT_USABLE, Reason.NOT_USABLE,
                ClientState.IDLE, Reason.IDLE,
                ClientState.DRAINED, Reason.DRAINED,
                ClientState.CLOSED, Reason.CLOSED);
        same.forEach((state, reason) ->
                assertThat(JdbcReason.ofClient(Snapshots.of(state))).isEqualTo(of(reason)));
        assertThat(JdbcReason.ofClient(Snapshots.of(ClientState.READY, CircuitState.OPEN, false)))
                .isEqualTo(of(Reason.CIRCUIT_OPEN));
    }

    @Test
    void aReadyClientHasNone() {
        assertThat(JdbcReason.ofClient(Snapshots.of(ClientState.READY))).isNull();
    }

    @Test
    void aClientThatBeginsIsNoOutage() {
        assertThat(JdbcReason.ofClient(Snapshots.of(ClientState.STARTING)))
                .isEqualTo(new JdbcReason(Kind.NOT_OPEN, "HandlerSocket is not connected yet"));
    }

    @Test
    void anotherProductIsAFactAndNotAWordOfTheReason() {
        assertThat(JdbcReason.ofClient(Snapshots.of(ClientState.NOT_USABLE, CircuitState.CLOSED, true)))
                .isEqualTo(new JdbcReason(Kind.NOT_OPEN, "the server is not MariaDB"));
    }

    @Test
    void aRefusalIsNoOutage() {
        assertThat(JdbcReason.ofFailed(new RefusedException("no such index")))
                .isEqualTo(new JdbcReason(Kind.TABLE, "HandlerSocket refused: no such index"));
    }
}
