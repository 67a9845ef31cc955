// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuarantineTest {

    private final Quarantine quarantine = new Quarantine(() -> Instant.EPOCH);
    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(3); // the clock may overflow

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aTableIsHeldForFiveToEightSecondsAtFirst() {
        assertThat(quarantine.add(table("player"), now)).isBetween(5L, 8L);
        assertThat(quarantine.until().get(table("player")))
                .isBetween(Instant.EPOCH.plusSeconds(5), Instant.EPOCH.plusSeconds(8));
        assertThat(quarantine.contains(table("player"))).isTrue();
        assertThat(quarantine.contains(table("guild"))).isFalse();
        assertThat(quarantine.until().keySet()).containsExactly(table("player"));
        pass(4);
        assertThat(quarantine.release(now)).isFalse();
        pass(4);
        assertThat(quarantine.release(now)).isTrue();
        assertThat(quarantine.contains(table("player"))).isFalse();
        assertThat(quarantine.until().keySet()).isEmpty();
        assertThat(quarantine.release(now)).as("again").isFalse();
    }

    @Test
    void aTableThatIsWaitedForAgainAndAgainIsHeldLonger() {
        long seconds = 0;
        for (int i = 0; i < 8; i++) {
            seconds = quarantine.add(table("player"), now);
            pass(70);
            quarantine.release(now);
        }
        assertThat(seconds).isBetween(32L, 63L);
        pass(300);
        quarantine.release(now);
        assertThat(quarantine.add(table("player"), now)).as("forgotten").isBetween(5L, 8L);
    }
}
