// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens, callers in three JVMs get the right answer or an error of JDBC, in time, and lookups are fast again
 * soon. {@code -Pchaos} runs all faults for an hour; a usual build runs a few of them once.
 */
class ApplicationChaosIT {

    private static final Path FOLDER = Path.of("target", "chaos").toAbsolutePath();

    /** Other tests use the machine during the short run. */
    private static final int SLACK_OF_A_SHORT_RUN = 5;

    @Test
    void answersRightOrWithAnErrorOfJdbcAndRecovers() throws Exception {
        int minutes = Seed.size("chaos.minutes", 0);
        String names = System.getProperty("chaos.faults", "");
        long seed = Seed.of(ApplicationChaosIT.class);
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB().withProcessControl()) {
            server.start();
            try (ChaosRun run = new ChaosRun(server, FOLDER, seed, minutes > 0 ? 1 : SLACK_OF_A_SHORT_RUN)) {
                strike(run, faults(names, minutes > 0), minutes);
                ChaosReport report = run.report();
                report.write(FOLDER);
                System.out.println(report.markdown());
                assertThat(report.problems()).isEmpty();
                assertThat(report.wrong()).isZero();
                assertThat(report.stale()).isZero();
            }
        }
    }

    /** Whatever ends it early, an hour's report is written. */
    private static void strike(ChaosRun run, List<Fault> faults, int minutes) {
        try {
            run.begin(faults);
            run.rounds(faults, Duration.ofMinutes(minutes));
            if (minutes > 0) {
                run.searchLeaks(Faults.connecting());
            }
        } catch (Exception e) {
            run.endedBy(e);
        }
    }

    private static List<Fault> faults(String names, boolean all) {
        if (!names.isEmpty()) {
            return Faults.named(List.of(names.split(",", -1)));
        }
        return all ? Faults.all() : Faults.ofAShortRun();
    }
}
