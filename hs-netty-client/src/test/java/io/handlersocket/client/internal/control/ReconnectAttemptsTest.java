// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconnectAttemptsTest {

    private final List<String> heard = new ArrayList<>();
    private final ReconnectAttempts attempts = new ReconnectAttempts(
            new ClientListener() {
                @Override
                public void reconnecting(int attempt, Duration delay) {
                    heard.add(attempt + (delay.isZero() ? " now" : " later"));
                }
            },
            new Backoff(100, 2_000));

    @Test
    void eachAttemptIsAnnouncedOnce() {
        attempts.starting();
        long first = attempts.failed();
        attempts.starting(); // announced when the one before failed
        attempts.failed(5_000);
        attempts.starting();
        assertThat(first).isBetween(50L, 100L);
        assertThat(heard).containsExactly("1 now", "2 later", "3 later");
    }

    @Test
    void aSuccessStartsOver() {
        attempts.failed();
        attempts.failed();
        attempts.succeeded();
        attempts.starting();
        assertThat(heard).containsExactly("1 later", "2 later", "1 now");
        assertThat(attempts.failed()).isBetween(50L, 100L);
    }
}
