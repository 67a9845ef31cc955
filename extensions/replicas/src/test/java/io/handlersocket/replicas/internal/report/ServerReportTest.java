// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ServerSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerReportTest {

    private static final Freshness RECENT = Freshness.within(Duration.ofMillis(500));
    private static final String LAG = "its rows are 600 ms old, so the primary answers reads with"
            + " handlersocket.freshness=500ms. Find out why its replication lags";

    private static @Nullable String reason(boolean usable, String reason, long ageMillis, Freshness freshness) {
        ServerSnapshot server = new ServerSnapshot(
                "db2",
                ServerSnapshot.Role.REPLICA,
                usable,
                reason,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Duration.ofMillis(ageMillis)),
                0,
                0,
                0,
                0,
                Map.of());
        return ServerReport.of(server, freshness).reason();
    }

    @Test
    void aReplicaThatIsOlderThanReadsAskForHasAReason() {
        assertThat(reason(true, "", 600, RECENT)).isEqualTo(LAG);
        assertThat(reason(true, "SQL thread stopped", 600, RECENT)).isEqualTo("SQL thread stopped; " + LAG);
        assertThat(reason(true, "", 500, RECENT)).isNull();
        assertThat(reason(true, "", 600, Freshness.ANY)).isNull();
        assertThat(reason(false, "it is the primary", 600, RECENT)).isEqualTo("it is the primary");
    }
}
