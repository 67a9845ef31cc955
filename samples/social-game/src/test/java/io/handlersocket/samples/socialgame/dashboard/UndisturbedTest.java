// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UndisturbedTest {

    private final Undisturbed rounds = new Undisturbed();

    @Test
    void summarizesByMediansAndComputesTheHeadline() {
        for (int perSecond : new int[] {300, 100, 200, 900}) {
            assertThat(round(perSecond, false).headline()).isEmpty();
        }
        Summary summary = round(400, false);

        assertThat(summary.rounds()).isEqualTo(5);
        assertThat(summary.medians().get(Setup.HANDLERSOCKET)).isEqualTo(new Summary.Medians(300, 3, 6));
        assertThat(summary.medians().get(Setup.WELL_CONFIGURED)).isEqualTo(new Summary.Medians(100, 10, 20));
        assertThat(summary.headline()).isEqualTo("3.0 times well-configured JDBC");
        assertThat(round(420, false).headline()).isEqualTo("3.5 times well-configured JDBC");
    }

    @Test
    void leavesOutRoundsWithAButtonOrAFallback() {
        round(300, false);
        round(10, true);

        rounds.begin();
        rounds.operating(true);
        rounds.end(slices(20), false);
        round(30, false); // the operation goes on
        rounds.begin();
        rounds.operating(false);
        rounds.end(slices(40), false);
        Summary summary = round(500, false);

        assertThat(summary.rounds()).isEqualTo(2);
        assertThat(summary.medians().get(Setup.HANDLERSOCKET)).isEqualTo(new Summary.Medians(400, 3, 6));
    }

    @Test
    void beginsAgainWithAnotherNumberOfUsers() {
        round(300, false);
        rounds.begin();
        rounds.beginAgain();

        assertThat(rounds.end(slices(100), false).rounds()).isZero();
        assertThat(round(500, false).rounds()).isEqualTo(1);
    }

    private Summary round(double perSecond, boolean fellBack) {
        rounds.begin();
        return rounds.end(slices(perSecond), fellBack);
    }

    private static Map<Setup, Slice> slices(double perSecond) {
        Slice jdbc = new Slice(100, 10, 20, 20, 0, 0, 0);
        return Map.of(
                Setup.AS_IT_COMES,
                jdbc,
                Setup.WELL_CONFIGURED,
                jdbc,
                Setup.HANDLERSOCKET,
                new Slice(perSecond, 3, 6, 20, 0, 20, 0));
    }
}
