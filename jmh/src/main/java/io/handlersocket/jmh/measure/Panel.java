// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks questions of arms, and asks again where the answers vary too much. */
public final class Panel {

    private static final long LEAST_MILLIS = 250;

    private final Pace pace;
    private final long deadlineNanos;
    private final @Nullable CostMeter meter;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Series> series = new LinkedHashMap<>();
    private final Map<String, Cost> costs = new LinkedHashMap<>();
    private final Map<String, Figure> figures = new LinkedHashMap<>();

    /** Measures time only. */
    public Panel(Pace pace) {
        this(pace, null);
    }

    /** @param meter measures what the arms cost beside time; the caller closes it */
    public Panel(Pace pace, @Nullable CostMeter meter) {
        this.pace = pace;
        this.meter = meter;
        // Before its first panel a layer has loaded tables and started applications.
        long usedMillis = ManagementFactory.getRuntimeMXBean().getUptime();
        this.deadlineNanos = System.nanoTime() + pace.seconds() * 1_000_000_000 - usedMillis * 1_000_000;
    }

    /** Runs all arms in alternation; then those of the unsteady answers once more, as far as time allows. */
    public void ask(List<? extends Arm> arms, List<Question> questions) throws InterruptedException {
        ask(arms, questions, 1);
    }

    /**
     * The same for one of several sets of arms.
     *
     * @param share of the time that is left, 0 to 1
     */
    public void ask(List<? extends Arm> arms, List<Question> questions, double share) throws InterruptedException {
        long end = System.nanoTime() + (long) ((deadlineNanos - System.nanoTime()) * share);
        answer(slices(arms, pace.warmUps() + pace.rounds(), end).warmUp(pace.warmUps()), questions);
        List<Question> unsteady = questions.stream()
                .filter(one -> figure(one).value() != null && !figure(one).valid())
                .toList();
        Set<String> wanted =
                unsteady.stream().flatMap(one -> one.arms().stream()).collect(Collectors.toCollection(TreeSet::new));
        List<? extends Arm> again =
                arms.stream().filter(arm -> wanted.contains(arm.name())).toList();
        if (unsteady.isEmpty()) {
            return;
        }
        String keys = unsteady.stream().map(Question::key).collect(Collectors.joining(", "));
        if (fitting(again.size() * pace.rounds(), end) < leastMillis()) {
            notes.add("Not measured once more, as there was no time: " + keys + ".");
            return;
        }
        System.err.println("  unsteady, once more: " + keys);
        answer(slices(again, pace.rounds(), end), unsteady);
    }

    /** Runs arms for a look only: short slices, nothing repeated. */
    public List<Series> sweep(List<? extends Arm> arms) throws InterruptedException {
        return new Slices(arms, pace.sliceMillis() * 1_000_000 / (pace.full() ? 2 : 3), deadlineNanos, null)
                .warmUp(1)
                .measure(2)
                .series();
    }

    /** As long as they should be, or as so many of them may be if the time is to hold them. */
    private Slices slices(List<? extends Arm> arms, int rounds, long end) {
        long millis = Math.max(leastMillis(), Math.min(pace.sliceMillis(), fitting(arms.size() * rounds, end)));
        return new Slices(arms, millis * 1_000_000, end, meter);
    }

    private static long fitting(int slices, long end) {
        return Math.max(0, end - System.nanoTime()) / 1_000_000 / Math.max(1, slices);
    }

    /** Below this a slice says little. */
    private long leastMillis() {
        return Math.min(LEAST_MILLIS, pace.sliceMillis());
    }

    private void answer(Slices slices, List<Question> questions) throws InterruptedException {
        Slices measured = slices.measure(pace.rounds());
        Map<String, Series> byName = new LinkedHashMap<>();
        measured.series().forEach(one -> byName.put(one.arm(), one));
        series.putAll(byName);
        measured.costs().forEach(cost -> costs.put(cost.arm(), cost));
        if (measured.rounds() < pace.rounds()) {
            String keys = questions.stream().map(Question::key).collect(Collectors.joining(", "));
            notes.add("Only " + measured.rounds() + " of " + pace.rounds() + " rounds, as the time was over: " + keys
                    + ".");
        }
        for (Question one : questions) {
            Series arm = byName.get(one.arm());
            Series base = one.bases().stream()
                    .map(byName::get)
                    .filter(Objects::nonNull)
                    .max(Comparator.comparingDouble(Series::median))
                    .orElse(null);
            if (arm != null && base != null) {
                figures.put(one.key(), Figure.of(one, arm, base, pace.leastRounds()));
            } else {
                String absent = arm == null ? one.arm() : one.bases().get(0);
                figures.put(
                        one.key(),
                        Figure.none(
                                one.key(), absent + ": " + measured.failures().getOrDefault(absent, "did not run")));
            }
        }
    }

    private Figure figure(Question question) {
        return figures.getOrDefault(question.key(), Figure.none(question.key(), "not asked"));
    }

    /** Adds a figure that is no ratio, or one that could not be measured. */
    public void add(Figure figure) {
        figures.put(figure.key(), figure);
    }

    /** What the arms gave, each at its last measurement. */
    public List<Series> series() {
        return new ArrayList<>(series.values());
    }

    /** What the arms cost, each at its last measurement; empty without a meter. */
    public List<Cost> costs() {
        return new ArrayList<>(costs.values());
    }

    /** What a reader must know beside the figures. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The answers. */
    public List<Figure> figures() {
        return new ArrayList<>(figures.values());
    }
}
