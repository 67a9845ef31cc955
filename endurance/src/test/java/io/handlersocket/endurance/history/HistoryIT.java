// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Concurrent writers over JDBC and readers through the starter: every answer is one that READ COMMITTED allows. {@code
 * -Dhistory.seconds=} sets how long it takes at least, {@code -Dhistory.reads=} how many reads it makes at least. After {@code
 * -Dhistory.minutes=} it ends, and fails if it has read less. Writes {@code report.json} and {@code report.md} to {@code
 * target/history}.
 */
class HistoryIT {

    private static final int KEYS = 60;
    private static final int WRITERS = 3;
    private static final int READERS = 4;
    private static final int SECONDS = Seed.size("history.seconds", 8);
    private static final int READS = Seed.size("history.reads", 20_000);
    private static final int MINUTES = Seed.size("history.minutes", 30);

    private static final long FAST_PERCENT = 90;
    private static final Path REPORT = Path.of("target", "history");

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        Teams.createTables(server, KEYS);
        context = HistoryApplication.on(server).run();
        await().until(() -> loads().ready(Item.class));
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void everyAnswerIsOneThatReadCommittedAllows(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder)
            throws Exception {
        Random random = Seed.random(HistoryIT.class);
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        long begin = System.nanoTime();
        Crew writing = new Crew();
        Crew reading = new Crew();
        try (reading;
                writing) {
            write(folder, random, writing);
            List<Observer> observers = read(folder, random, reading);
            awaitEnd(observers);
        }

        System.out.printf("HistoryIT: %,d transactions (%,d failed)%n", writing.calls(), writing.failed());
        Findings findings = HistoryChecker.check(folder);
        System.out.println("HistoryIT: " + findings);
        HistoryReport.of(
                        new HistoryReport.Run(
                                started,
                                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
                                "MariaDB " + server.globalVariable("version") + " (" + server.origin() + ")"),
                        findings,
                        writing,
                        reading,
                        fastPercent())
                .write(REPORT);

        assertThat(findings.anomalies())
                .as("journals in %s%n%s", folder, findings)
                .isEmpty();
        assertThat(reading.failures()).isEmpty();
        assertThat(writing.failures()).isEmpty();
        assertThat(findings.reads().keySet()).containsExactlyElementsOf(Arrays.asList(Way.values()));
        assertThat(findings.total()).isGreaterThanOrEqualTo(READS);
        assertThat(findings.absent()).isPositive();
        assertThat(findings.committed()).isGreaterThan(10L * KEYS);
        assertThat(findings.rolledBack()).isPositive();
        wentOverHandlerSocket();
    }

    private static void write(Path folder, Random random, Crew crew) throws SQLException {
        Writers writers = new Writers(KEYS);
        for (int i = 0; i < WRITERS; i++) {
            Journal journal = Journal.create(folder);
            Writer writer = new Writer(server.dataSource(), writers, journal, new Random(random.nextLong()), true);
            if (i == 0) {
                writer.fill();
            }
            crew.start(
                    () -> {
                        writer.write();
                        TimeUnit.MILLISECONDS.sleep(1); // most of the processors' time is for reads
                    },
                    () -> {
                        writer.close();
                        journal.close();
                    });
        }
    }

    private static List<Observer> read(Path folder, Random random, Crew crew) {
        List<Observer> observers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            Observer observer = new Observer(Journal.create(folder));
            StarterReader reader = new StarterReader(context, observer, new Random(random.nextLong()), KEYS);
            observers.add(observer);
            crew.start(reader::read, observer::close);
        }
        return observers;
    }

    private static void awaitEnd(List<Observer> observers) throws InterruptedException {
        long begin = System.nanoTime();
        for (long second = 1; ; second++) {
            TimeUnit.SECONDS.sleep(1);
            long reads = observers.stream().mapToLong(Observer::reads).sum();
            if (second % 30 == 0) {
                System.out.printf("HistoryIT: %,d reads after %d s%n", reads, second);
            }
            if (second > TimeUnit.MINUTES.toSeconds(MINUTES)) {
                return; // the journals are judged, too
            }
            if (reads >= READS && System.nanoTime() - begin >= TimeUnit.SECONDS.toNanos(SECONDS)) {
                return;
            }
        }
    }

    /** The template and the client fail without HandlerSocket; the other ways fall back, and say so. */
    private static void wentOverHandlerSocket() {
        assertThat(fastPercent())
                .allSatisfy((calls, percent) -> assertThat(percent)
                        .as(
                                "%s of %s and %s",
                                calls, context.getBean(LookupCounts.class).all(), loads().counts())
                        .isGreaterThanOrEqualTo(FAST_PERCENT));
    }

    /** Which share of the calls of each method, and of all loads, HandlerSocket answered. */
    private static Map<String, Long> fastPercent() {
        List<LookupCount> lookups = context.getBean(LookupCounts.class).all();
        Map<String, Long> percents = new LinkedHashMap<>();
        for (String method : List.of("findById", "findAllById", "findByTeamId", "findSeenByTeamId")) {
            List<LookupCount> ofMethod = lookups.stream()
                    .filter(count -> count.method().equals(method))
                    .toList();
            long fast = ofMethod.stream()
                    .filter(count -> count.route() == LookupRoute.HANDLERSOCKET)
                    .mapToLong(LookupCount::count)
                    .sum();
            percents.put(
                    method,
                    percent(
                            fast,
                            ofMethod.stream().mapToLong(LookupCount::count).sum()));
        }
        List<LoadCount> loads = loads().counts();
        long fast = loads.stream()
                .filter(count -> count.route() == Route.HANDLERSOCKET)
                .mapToLong(LoadCount::count)
                .sum();
        percents.put(
                "all loads",
                percent(fast, loads.stream().mapToLong(LoadCount::count).sum()));
        return percents;
    }

    private static long percent(long some, long all) {
        return all == 0 ? 0 : 100 * some / all;
    }

    private static HandlerSocketLoads loads() {
        return HandlerSocketLoads.of(context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
    }
}
