// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PanelTest {

    private static final Pace PACE = new Pace(0, 5, 20, false, 3_600);

    /** Reads so many rows in a slice, and more in one that a busy machine makes longer: the rate is always the same. */
    private static Arm steady(String name, long rows) {
        return arm(name, slice -> {
            long sliceNanos = PACE.sliceMillis() * 1_000_000;
            return rows * (System.nanoTime() - slice.deadlineNanos() + sliceNanos) / sliceNanos;
        });
    }

    private interface Run {
        long run(Slice slice) throws Exception;
    }

    private static Arm arm(String name, Run run) {
        return new Arm() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long run(Slice slice) throws Exception {
                while (System.nanoTime() < slice.deadlineNanos()) {
                    Thread.onSpinWait();
                }
                return run.run(slice);
            }
        };
    }

    private static Figure ask(Arm arm, Arm base) throws InterruptedException {
        Panel panel = new Panel(PACE);
        panel.ask(List.of(arm, base), List.of(new Question("key", arm.name(), base.name())));
        return panel.figures().get(0);
    }

    @Test
    void aFigureIsTheRatioOfTheMedians() throws Exception {
        Figure figure = ask(steady("fast", 3_000_000), steady("slow", 1_000_000));

        assertThat(figure.value()).isBetween(2.5, 3.5);
        assertThat(figure.base()).isEqualTo("slow");
    }

    @Test
    void whatVariesTooMuchIsMeasuredAgainAndThenVoid() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Arm unsteady = arm("unsteady", slice -> runs.incrementAndGet() % 2 == 0 ? 100 : 1_000_000);

        Figure figure = ask(unsteady, steady("slow", 1_000_000));

        assertThat(runs).hasValue(2 * PACE.rounds());
        assertThat(figure.valid()).isFalse();
        assertThat(figure.reason()).contains("range");
    }

    @Test
    void anArmThatFailsHasNoFigureAndTheOthersGoOn() throws Exception {
        Arm wrong = arm("wrong", slice -> {
            throw new AssertionError("not the row 7");
        });
        Panel panel = new Panel(PACE);
        panel.ask(
                List.of(wrong, steady("fast", 2_000_000), steady("slow", 1_000_000)),
                List.of(new Question("bad", "wrong", "slow"), new Question("good", "fast", "slow")));

        assertThat(panel.figures().get(0).value()).isNull();
        assertThat(panel.figures().get(0).reason()).contains("not the row 7");
        assertThat(panel.figures().get(1).value()).isNotNull();
    }

    @Test
    void aFigureOfFewerRoundsCountsFromTwoThirds() throws Exception {
        assertThat(new Pace(0, 15, 20, false, 60).leastRounds()).isEqualTo(10);
        Series three = series(3.0, 3.0, 3.0);
        Series one = series(1.0, 1.0, 1.0);
        Question question = new Question("key", "fast", "slow");
        assertThat(Figure.of(question, three, one, 3).valid()).isTrue();
        assertThat(Figure.of(question, three, one, 4).reason()).isEqualTo("only 3 slices, as the time was over");
    }

    private static Series series(Double... rowsPerSecond) {
        return new Series("arm", List.of(rowsPerSecond), 0, 0, 0, 0);
    }

    @Test
    void aLayerThatHasNoMoreTimeReportsTheRoundsItHas() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Arm counted = arm("counted", slice -> runs.incrementAndGet());
        long slice = 20_000_000;
        Slices slices = new Slices(List.of(counted), slice, System.nanoTime() + 10 * slice, null).measure(1_000);

        assertThat(slices.rounds()).isEqualTo(runs.get()).isLessThanOrEqualTo(10);
        assertThat(slices.series().get(0).rowsPerSecond()).hasSize(slices.rounds());
    }

    @Test
    void anArmThatFallsBackFails() throws Exception {
        AtomicInteger jdbc = new AtomicInteger();
        Arm falling = new RoutedArm(arm("falling", slice -> jdbc.addAndGet(10)), () -> 0, jdbc::get);

        assertThat(ask(falling, steady("slow", 1_000_000)).reason()).contains("over JDBC");
    }

    @Test
    void aFigureIsComparedWithTheFastestOfItsBases() throws Exception {
        Panel panel = new Panel(PACE);
        panel.ask(
                List.of(steady("ours", 4_000_000), steady("slow", 1_000_000), steady("best", 2_000_000)),
                List.of(new Question("key", "ours", List.of("slow", "best"))));

        assertThat(panel.figures().get(0).base()).isEqualTo("best");
        assertThat(panel.figures().get(0).value()).isBetween(1.6, 2.4);
    }
}
