// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {

    private static final long SEED = 18;

    /** After a change: {@code java -jar jmh/target/benchmarks.jar tables} in the project's folder. */
    @Test
    void theTablesOfThePageAreThoseOfTheModel() throws IOException {
        Path page = Path.of("..", ScalePage.FILE);

        assertThat(page).hasContent(ScalePage.rewritten(Files.readString(page)));
    }

    @Test
    void aPageWithAnUnknownTableOrWithoutOneIsAnError() {
        assertThatThrownBy(() -> ScalePage.rewritten("<!-- scale: other -->\n<!-- /scale -->"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no table other");
        assertThatThrownBy(() -> ScalePage.rewritten("no table"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no table (expected some of");
    }

    @Test
    void theSimulationIsNearTheMeasurement() {
        List<Validation.Row> rows = Validation.rows();

        assertThat(rows).hasSize(19).allSatisfy(row -> assertThat(row.error()).isBetween(-0.4, 0.4));
        assertThat(Validation.medianError(rows)).isLessThan(0.2);
    }

    /** The constants of lookups are fitted by hand. */
    @Test
    void theCostsOfLookupsFitTheCpuTimeOfAServerWithOneBusyCore() {
        List<MeasuredLookups> rows = MeasuredLookups.all().stream()
                .filter(row -> row.isLoop() && row.threads() == 1 && row.coresUsed() == 1)
                .toList();

        assertThat(rows).hasSize(8).allSatisfy(row -> {
            double requests = row.lookupsPerRound();
            double connections = Math.max(1, Math.min(row.connections(), requests / row.inFlight()));
            double micros = (Constants.LOOKUPS.fixedMicros()
                            + connections * Constants.LOOKUPS.connectionMicros()
                            + requests * Constants.LOOKUPS.lookupMicros())
                    / requests;
            assertThat(micros / row.serverMicros()).as(row.toString()).isBetween(0.7, 1.35);
        });
    }

    @Test
    void aThreadWithMoreConnectionsServesFewerLookups() {
        assertThat(capacity(256, 1)).isLessThan(capacity(16, 1));
        assertThat(capacity(16, 1)).isLessThan(capacity(1, 1));
    }

    @Test
    void lookupsThatTravelTogetherAreCheaper() {
        assertThat(capacity(256, 4)).isGreaterThan(1.5 * capacity(256, 1));
    }

    @Test
    void moreThreadsThanCoresServeNoMore() {
        double one = Capacity.lookupsPerSecond(16, 16, 4_000, 1, 1);

        assertThat(Capacity.lookupsPerSecond(16, 64, 4_000, 1, 1)).isCloseTo(one, within(0.1 * one));
        assertThat(Capacity.lookupsPerSecond(64, 16, 4_000, 1, 1)).isEqualTo(one);
    }

    @Test
    void anUnevenSpreadServesFewer() {
        assertThat(Capacity.lookupsPerSecond(16, 16, 4_000, 2.5, 1))
                .isLessThan(0.6 * Capacity.lookupsPerSecond(16, 16, 4_000, 1, 1));
    }

    private static double capacity(int connections, int packet) {
        return OpenLoad.capacity(Constants.LOOKUPS, new OpenLoad.Setting(1, connections, packet), Capacity.LIMIT_MICROS)
                .lookupsPerSecond();
    }

    /** Three processes were measured: statements got their locks after 0.16 to 1.03 s (DDL guard, one server). */
    @Test
    void anAlterWaitsForTheSlowestGuard() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(Fleet.alter(fleet(3, 6), Constants.FLEET, seed).doneSeconds())
                    .isBetween(0.1, 1.05);
        }
        assertThat(Fleet.alter(fleet(100, 200), Constants.FLEET, SEED).doneSeconds())
                .isBetween(0.9, 1.2);
    }

    @Test
    void theSameSeedGivesTheSame() {
        assertThat(Fleet.restart(fleet(100, 200), Constants.FLEET, SEED))
                .isEqualTo(Fleet.restart(fleet(100, 200), Constants.FLEET, SEED))
                .isNotEqualTo(Fleet.restart(fleet(100, 200), Constants.FLEET, SEED + 1));
    }

    @Test
    void moreInstancesAreServedLaterAfterARestart() {
        assertThat(Fleet.restart(fleet(1_000, 2_000), Constants.FLEET, SEED).allReadySeconds())
                .isGreaterThan(
                        Fleet.restart(fleet(10, 20), Constants.FLEET, SEED).allReadySeconds());
    }

    @Test
    void tooFewSessionsForTheGuardsLetTheFleetComeBackLater() {
        Fleet.Outcome enough = Fleet.restart(fleet(1_000, 2_000), Constants.FLEET, SEED);
        Fleet.Outcome few = Fleet.restart(fleet(1_000, 50), Constants.FLEET, SEED);

        assertThat(few.refused()).isPositive();
        assertThat(few.allReadySeconds())
                .isGreaterThan(enough.allReadySeconds())
                .isLessThan(15);
    }

    @Test
    void aFullAcceptQueueDropsConnections() {
        Events events = new Events();
        AcceptQueue queue = new AcceptQueue(events, new Cores(events, 1, 1), 4, 100);
        List<String> seen = new ArrayList<>();
        queue.connect(4, () -> seen.add("first " + events.now()), () -> seen.add("not"));
        queue.connect(4, () -> seen.add("not"), () -> seen.add("second " + events.now()));
        events.runUntil(2e6);

        assertThat(seen).containsExactly("first 400.0", "second 1000000.0");
        assertThat(queue.dropped()).isEqualTo(4);
        assertThat(queue.longest()).isEqualTo(4);
    }

    private static Fleet.Setting fleet(int instances, int sessions) {
        return new Fleet.Setting(instances, 8, 16, 50, 4, 10, sessions, 4_096);
    }
}
