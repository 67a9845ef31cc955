// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusTest {

    @Test
    void saysForHowManySecondsATableIsStillLeftToJdbc() {
        Instant end = Instant.EPOCH.plusSeconds(60);
        Map<TableName, Instant> quarantined = Map.of(new TableName("game", "player"), end);

        assertThat(Status.locked(quarantined, end.minusMillis(5_200))).containsExactly(new Status.Locked("player", 6));
        assertThat(Status.locked(quarantined, end.plusSeconds(1))).containsExactly(new Status.Locked("player", 0));
        assertThat(Status.locked(Map.of(), end)).isEmpty();
    }
}
