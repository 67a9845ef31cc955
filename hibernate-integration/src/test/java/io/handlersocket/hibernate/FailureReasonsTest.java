// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.JdbcReason.Kind;
import org.junit.jupiter.api.Test;

class FailureReasonsTest {

    private static JdbcReason of(HandlerSocketException e) {
        return JdbcReason.ofFailed(e);
    }

    @Test
    void aServerThatDoesNotAnswerIsAnOutage() {
        for (UnavailableException.Reason reason : UnavailableException.Reason.values()) {
            Kind kind = switch (reason) {
                case NO_REPLICA -> Kind.NOT_OPEN;
                case EVICTED -> Kind.TOO_MANY_INDEXES;
                default -> Kind.OUTAGE;
            };
            assertThat(of(new UnavailableException(reason, "x")).kind()).isEqualTo(kind);
        }
    }

    @Test
    void aRefusalIsNoOutage() {
        assertThat(of(new RefusedException("no such index")))
                .isEqualTo(new JdbcReason(Kind.TABLE, "HandlerSocket refused: no such index"));
    }
}
