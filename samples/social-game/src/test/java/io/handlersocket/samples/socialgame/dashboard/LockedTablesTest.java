// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockedTablesTest {

    private static final TableName PLAYER = new TableName("game", "player");

    private long nanos;
    private final LockedTables tables = new LockedTables(() -> nanos);

    @Test
    void saysHowLongATableHasBeenAndMayStillBeLeftToJdbc() {
        tables.quarantined(PLAYER);
        pass(2_200);

        assertThat(tables.now(List.of(PLAYER))).containsExactly(new LockedTables.Locked("player", 2, 6));
        assertThat(tables.now(List.of())).isEmpty();
        pass(60_000);
        assertThat(tables.now(List.of(PLAYER))).containsExactly(new LockedTables.Locked("player", 62, 0));
    }

    @Test
    void takesLongerIfItIsLockedAgainSoon() {
        tables.quarantined(PLAYER);
        pass(10_000);
        tables.quarantined(PLAYER);
        assertThat(tables.now(List.of(PLAYER))).containsExactly(new LockedTables.Locked("player", 0, 13));

        pass(Duration.ofMinutes(3).toMillis());
        tables.quarantined(PLAYER);
        assertThat(tables.now(List.of(PLAYER))).containsExactly(new LockedTables.Locked("player", 0, 8));
    }

    private void pass(long millis) {
        nanos += Duration.ofMillis(millis).toNanos();
    }
}
