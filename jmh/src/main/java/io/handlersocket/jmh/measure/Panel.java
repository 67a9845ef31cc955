// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Asks questions of arms, and asks again where the answers vary too much. */
public final class Panel {

    private final Pace pace;
    private final long deadlineNanos;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Series> series = new LinkedHashMap<>();
    private final Map<String, Figure> figures = new LinkedHashMap<>();

    public Panel(Pace pace) {
        this.pace = pace;
        this.deadlineNanos = System.nanoTime() + pace.seconds() * 1_000_000_000;
    }

    /** Runs all arms in alternation; then those of the unsteady answers once more, as far as time allows. */
    public void ask(List<? extends Arm> arms, List<Question> questions) throws InterruptedException {
        answer(slices(arms).warmUp(pace.warmUps()).measure(pace.rounds()), questions);
        List<Question> unsteady = questions.stream()
                .filter(one -> figure(one).value() != null && !figure(one).valid())
                .toList();
        Set<String> wanted = unsteady.stream()
                .flatMap(one -> List.of(one.arm(), one.base()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<? extends Arm> again =
                arms.stream().filter(arm -> wanted.contains(arm.name())).toList();
        long needed = (long) again.size() * pace.rounds() * pace.sliceMillis() * 1_000_000;
        if (!unsteady.isEmpty() && System.nanoTime() + needed < deadlineNanos) {
            System.err.println("  unsteady, once more: "
                    + unsteady.stream().map(Question::key).collect(Collectors.joining(", ")));
            answer(slices(again).measure(pace.rounds()), unsteady);
        }
    }

    /** Runs arms for a look only: short slices, nothing repeated. */
    public List<Series> sweep(List<? extends Arm> arms) throws InterruptedException {
        return new Slices(arms, pace.sliceMillis() * 500_000)
                .warmUp(1)
                .measure(2)
                .series();
    }

    private Slices slices(List<? extends Arm> arms) {
        return new Slices(arms, pace.sliceMillis() * 1_000_000);
    }

    private void answer(Slices measured, List<Question> questions) {
        Map<String, Series> byName = new LinkedHashMap<>();
        measured.series().forEach(one -> byName.put(one.arm(), one));
        series.putAll(byName);
        for (Question one : questions) {
            Series arm = byName.get(one.arm());
            Series base = byName.get(one.base());
            if (arm != null && base != null) {
                figures.put(one.key(), Figure.of(one, arm, base));
            } else {
                String absent = arm == null ? one.arm() : one.base();
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

    /** What a reader must know beside the figures. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** The answers. */
    public List<Figure> figures() {
        return new ArrayList<>(figures.values());
    }
}
