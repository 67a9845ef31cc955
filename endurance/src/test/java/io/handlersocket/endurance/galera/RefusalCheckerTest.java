// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.galera.Finding.Wrong;
import io.handlersocket.endurance.galera.Observed.Way;
import io.handlersocket.endurance.galera.Probe.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which lookups a node that refuses SQL must not have answered. */
class RefusalCheckerTest {

    private static final Duration BOUND = Duration.ofNanos(500);

    private static final List<Probe> ISOLATED = List.of(
            new Probe(Outcome.ANSWERED, 90, 100),
            new Probe(Outcome.REFUSED, 990, 1_000),
            new Probe(Outcome.REFUSED, 1_990, 2_000),
            new Probe(Outcome.ANSWERED, 2_090, 2_100));

    private static final List<Probe> KILLED = List.of(
            new Probe(Outcome.ANSWERED, 90, 100),
            new Probe(Outcome.DOWN, 490, 500),
            new Probe(Outcome.REFUSED, 990, 1_000),
            new Probe(Outcome.REFUSED, 1_990, 2_000),
            new Probe(Outcome.ANSWERED, 2_090, 2_100));

    private static RefusalChecker checker(List<Probe> probes) {
        return new RefusalChecker(Refusal.of(probes), BOUND);
    }

    private static List<Finding> check(List<Probe> probes, long begin, long end) {
        return checker(probes).check(List.of(lookup(begin, end)));
    }

    private static Observed lookup(long begin, long end) {
        return new Observed(Way.LOOKUP, 1, 7, 1, 101, begin, end);
    }

    @Test
    void aNodeWithoutQuorumAnswersUntilTheBound() {
        assertThat(check(ISOLATED, 1_500, 1_510)).isEmpty();
        assertThat(check(ISOLATED, 1_501, 1_510)).extracting(Finding::wrong).containsExactly(Wrong.AFTER_REFUSAL);
        assertThat(check(ISOLATED, 990, 1_600)).isEmpty(); // perhaps answered before the refusal
        assertThat(check(ISOLATED, 1_980, 1_991)).isEmpty(); // perhaps answered after it
    }

    @Test
    void theWorstAnswerIsMeasured() {
        RefusalChecker checker = checker(ISOLATED);
        assertThat(checker.worstNanos()).isZero();
        checker.check(List.of(lookup(1_300, 1_310), lookup(1_200, 1_210), lookup(2_200, 2_210)));
        assertThat(checker.worstNanos()).isEqualTo(300);
    }

    @Test
    void aNodeThatJoinsDoesNotAnswerBeforeSql() {
        assertThat(check(KILLED, 1_000, 1_010)).extracting(Finding::wrong).containsExactly(Wrong.WHILE_JOINING);
        assertThat(check(KILLED, 1_991, 2_000)).isEmpty(); // perhaps answered when SQL did
        assertThat(check(KILLED, 600, 610)).isEmpty(); // SQL is not asked
    }

    @Test
    void eachRefusalCountsFromItsBegin() {
        List<Probe> twice = List.of(
                new Probe(Outcome.REFUSED, 0, 10),
                new Probe(Outcome.REFUSED, 90, 100),
                new Probe(Outcome.ANSWERED, 110, 120),
                new Probe(Outcome.REFUSED, 900, 1_000),
                new Probe(Outcome.REFUSED, 1_990, 2_000));
        assertThat(Refusal.of(twice)).containsExactly(new Refusal(10, 90, false), new Refusal(1_000, 1_990, false));
    }

    @Test
    void aNodeThatGoesDownWhileItRefusesJoinsAfterwards() {
        List<Probe> probes = List.of(
                new Probe(Outcome.REFUSED, 0, 10),
                new Probe(Outcome.REFUSED, 90, 100),
                new Probe(Outcome.DOWN, 110, 120),
                new Probe(Outcome.REFUSED, 190, 200),
                new Probe(Outcome.REFUSED, 290, 300));
        assertThat(Refusal.of(probes)).containsExactly(new Refusal(10, 90, false), new Refusal(200, 290, true));
    }
}
