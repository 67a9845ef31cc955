// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.galera.Script.Fault;
import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Writers on all nodes of a Galera cluster and readers on each, while every 20 s a fault strikes: every lookup is one that
 * SQL of the same node could have given. {@code -Dgalera.reads=} sets how many lookups it makes at least, {@code
 * -Dgalera.seconds=} how long it takes at least, {@code -Dgalera.faults=} which {@link Fault}s strike. After {@code -Dgalera.minutes=} it ends, and fails if it has read less.
 * Writes {@code report.md} to {@code target/galera-reports}.
 */
@Timeout(7200)
class GaleraHistoryIT {

    private static final int READS = Seed.size("galera.reads", 20_000);
    private static final int SECONDS = Seed.size("galera.seconds", 0);
    private static final int MINUTES = Seed.size("galera.minutes", 60);
    private static final List<Fault> FAULTS = faults(System.getProperty("galera.faults", ""));
    private static final long SEED = Seed.of(GaleraHistoryIT.class);
    private static final long FAULT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long CALM_MILLIS = 2_000;
    private static final Path FOLDER = Path.of("target", "galera-reports").toAbsolutePath();

    @RegisterExtension
    static final GaleraMariaDB DB = new GaleraMariaDB(ClusterRun.NODES);

    private final long startNanos = System.nanoTime();
    private final GaleraReport report = new GaleraReport();

    private static List<Fault> faults(String names) {
        return names.isEmpty()
                ? List.of(Fault.values())
                : Stream.of(names.split(",")).map(Fault::valueOf).toList();
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private boolean isOver(ClusterRun run, Script script) {
        boolean done = run.reads() >= READS && seconds() >= SECONDS && script.hasStruckAll();
        return done || seconds() >= TimeUnit.MINUTES.toSeconds(MINUTES);
    }

    private void strike(ClusterRun run, Script script) {
        while (!isOver(run, script)) {
            long next = System.nanoTime() + FAULT_NANOS;
            script.strike();
            System.out.printf(
                    "GaleraHistoryIT: %d:%02d, %,d of %,d lookups%n",
                    seconds() / 60, seconds() % 60, run.reads(), READS);
            Pauses.millis(Math.max(CALM_MILLIS, TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime())));
        }
    }

    @Test
    void everyLookupIsOneThatSqlOfTheSameNodeCouldHaveGiven() throws Exception {
        Random random = new Random(SEED);
        Health health = new Health(DB);
        try (ClusterRun run = new ClusterRun(DB, random)) {
            Script script = new Script(DB, run, health, FAULTS, random);
            strike(run, script);
            health.look();
            Recorded recorded = run.end();
            script.problems().forEach(report::problem);
            report.judge(recorded, READS, FAULTS.contains(Fault.ISOLATED));
            report.stalls(recorded.attempts(), script.struck(), FAULTS);
            report.ddl(script.ddl());
            report.moves(script.moves(), recorded.byAddress());
            report.health(health);
        }
        String markdown = report.markdown(SEED, seconds(), DB.node(1).globalVariable("version"));
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve("report.md"), markdown);
        System.out.println(markdown);
        assertThat(report.problems()).isEmpty();
    }
}
