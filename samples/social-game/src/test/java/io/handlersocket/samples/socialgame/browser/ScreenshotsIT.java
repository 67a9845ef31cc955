// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Makes the README's pictures; see there for the command. */
@ExtendWith(Journeys.class)
@EnabledIfSystemProperty(
        named = "screenshots",
        matches = "make",
        disabledReason = "the pictures are only made again with -Dscreenshots=make")
class ScreenshotsIT {

    private static final Duration LONG = Duration.ofSeconds(90);

    @Test
    void ofTheTimeline(Visitor visitor) throws Exception {
        visitor.resize(1200, 860).scheme("light").play(42);
        for (String chip : new String[] {"#mine .chip", "#messages .chip"}) {
            visitor.readUntilFast("/", chip);
        }
        for (int i = 0; i < 25; i++) { // until the time that it shows is not the JIT compiler's
            visitor.open("/");
        }
        visitor.click("#mine summary").see("#mine .beside", "Medians", LONG).script("scrollTo(0, 0)");

        Screenshots.write("timeline.png", visitor.screenshot());
    }

    @Test
    void ofTheDashboardWithARunInIt(Visitor visitor) throws Exception {
        visitor.resize(1200, 1000).scheme("dark").play(42).open("/dashboard");
        // The first run warms up what the second one shows.
        run(visitor, 20);
        visitor.click("#stop")
                .until("the run has ended", "document.getElementById('dashboard').dataset.phase === 'idle'");
        run(visitor, 10);
        visitor.click("[data-operation=drain]").until("some rounds", seconds(20), LONG);
        visitor.click("[data-operation=resume]").until("some rounds", seconds(32), LONG);
        visitor.click("[data-operation=alter]").see("#marks", "ALTER TABLE done", LONG);
        visitor.until("some rounds", seconds(46), LONG);
        visitor.script("document.activeElement.blur(); scrollTo(0, 0)");
        byte[] picture = visitor.screenshot();

        assertThat(visitor.text("#run-HANDLERSOCKET .failed")).isEqualTo("0");
        Screenshots.write("dashboard.png", picture);
    }

    private static void run(Visitor visitor, int until) {
        visitor.click("#start")
                .until("it begins", "document.getElementById('dashboard').dataset.phase === 'preparing'", LONG)
                .until("rounds of " + until + " s", seconds(until), LONG);
    }

    /** Whether the chart goes as far. */
    private static String seconds(int wanted) {
        return "Number(document.getElementById('dashboard').dataset.shown) >= " + wanted;
    }
}
