// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a silent guard closes all connections. */
class DeadMansSwitchTest {

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
    private final List<Runnable> checks = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private boolean guarded = true;
    private int open = 1;
    private final DeadMansSwitch deadMansSwitch = new DeadMansSwitch(
            "unit",
            () -> guarded,
            () -> open,
            checks::add,
            reason -> heard.add("close: " + reason),
            new ClientListener() {
                @Override
                public void drained(String reason) {
                    heard.add("drained");
                }
            },
            clock::get);

    @BeforeEach
    void start() {
        deadMansSwitch.start();
    }

    private void checkAfter(long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        checks.forEach(Runnable::run);
    }

    @Test
    void twoSecondsOfSilenceCloseEverything() {
        checkAfter(2_000);
        assertThat(heard).isEmpty();
        assertThat(deadMansSwitch.silence()).isEqualTo(Duration.ofSeconds(2));
        checkAfter(1);
        assertThat(heard).containsExactly("close: DDL guard silent", "drained");
    }

    @Test
    void aCleanStateBeginsTheTimeAnew() {
        for (int i = 0; i < 5; i++) {
            checkAfter(1_900);
            deadMansSwitch.markClean();
        }
        assertThat(heard).isEmpty();
        assertThat(deadMansSwitch.silence()).isZero();
    }

    @Test
    void whereNothingIsOpenOrNothingIsGuardedNothingIsClosed() {
        open = 0;
        checkAfter(3_000);
        open = 1;
        guarded = false;
        checkAfter(3_000);
        assertThat(heard).isEmpty();
        guarded = true;
        checkAfter(0);
        assertThat(heard).hasSize(2);
    }
}
