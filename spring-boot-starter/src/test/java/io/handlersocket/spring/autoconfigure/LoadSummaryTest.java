// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.spi.ReportPart;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class LoadSummaryTest {

    private static final String WENT = "went over HandlerSocket";

    private final List<LoadCount> counts = new CopyOnWriteArrayList<>();

    @Test
    void namesTheMostFrequentReasonsOnly() {
        counts.add(new LoadCount("Player", null, 30));
        counts.add(new LoadCount("Pet", new JdbcReason(Kind.STATEMENT, "ORDER BY"), 2));
        counts.add(
                new LoadCount("Owner", new JdbcReason(Kind.STATEMENT, "eager join to pet: more than 12 tables"), 20));
        counts.add(new LoadCount("Visit", new JdbcReason(Kind.SESSION, "JTA"), 1));
        counts.add(new LoadCount("query on Vet", new JdbcReason(Kind.TABLE, "a view"), 3));

        assertThat(LoadSummary.line(counts, "so far"))
                .isEqualTo("30 of 56 loads by Hibernate so far went over HandlerSocket; most often over JDBC:"
                        + " Owner 20 times (eager join to pet: more than 12 tables), query on Vet 3 times (a view),"
                        + " Pet 2 times (ORDER BY)");
        assertThat(LoadSummary.line(counts.subList(0, 1), "so far"))
                .isEqualTo("30 of 30 loads by Hibernate so far went over HandlerSocket");
    }

    @Test
    void writesOnceAfterTheFirstLoadsAndOnceAtTheEnd(CapturedOutput output) {
        LoadSummary summary = new LoadSummary(() -> counts, Stream::of, Duration.ofMillis(20));
        summary.start();
        await().during(Duration.ofMillis(100)).until(() -> !output.getAll().contains(WENT));

        counts.add(new LoadCount("Player", null, 100));
        await().during(Duration.ofMillis(100)).until(() -> !output.getAll().contains(WENT)); // 100 loads say nothing
        counts.set(0, new LoadCount("Player", null, 101));
        await().until(() -> output.getAll().contains("101 of 101 loads by Hibernate so far " + WENT));
        counts.add(new LoadCount("Player", new JdbcReason(Kind.OUTAGE, "gone"), 1));
        await().pollDelay(Duration.ofMillis(100)).until(() -> true);
        assertThat(output.getAll()).containsOnlyOnce(WENT);

        summary.stop();
        assertThat(summary.isRunning()).isFalse();
        assertThat(output.getAll())
                .contains("101 of 102 loads by Hibernate since startup " + WENT
                        + "; most often over JDBC: Player 1 times (gone)");
    }

    @Test
    void writesTheLinesOfExtensions(CapturedOutput output) {
        new LoadSummary(
                        () -> counts,
                        () -> Stream.of(new MadeUpPart(null), new MadeUpPart("part")),
                        Duration.ofMinutes(1))
                .stop();
        assertThat(output.getAll()).containsOnlyOnce("HandlerSocket: part since startup");
    }

    private record MadeUpPart(@Nullable String line) implements ReportPart {

        @Override
        public String name() {
            return "made up";
        }

        @Override
        public @Nullable Object report() {
            return null;
        }

        @Override
        public @Nullable Object failure() {
            return null;
        }

        @Override
        public @Nullable String summary(String when) {
            return line == null ? null : line + ' ' + when;
        }
    }

    @Test
    void writesNothingWithoutLoadsAndNeverFails(CapturedOutput output) {
        LoadSummary empty = new LoadSummary(() -> counts, Stream::of, Duration.ofMinutes(1));
        empty.start();
        empty.stop();
        LoadSummary closed = new LoadSummary(
                () -> {
                    throw new IllegalStateException("closed");
                },
                Stream::of,
                Duration.ofMinutes(1));
        closed.start();
        closed.stop();
        assertThat(output.getAll()).doesNotContain(WENT);
    }
}
