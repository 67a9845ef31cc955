// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The live dashboard under load. */
@ExtendWith(Journeys.class)
class DashboardIT {

    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String IDLE = "document.getElementById('dashboard').dataset.phase === 'idle'";
    private static final String RUN = "return document.getElementById('dashboard').dataset.run";
    private static final String DRAWN = "document.querySelectorAll('#throughput path:not(.mark)').length === 3";
    private static final String NONE = "document.getElementById('dashboard').dataset.share === '0'";
    private static final String RETURNED = "document.getElementById('dashboard').dataset.share === '100'";

    /** The same text may stand before: the machine may have stood still. */
    private static final String BACK_WHEN_RESUMED = "document.getElementById('marks').textContent.split('resumed')[1]"
            + ".includes('lookups are over HandlerSocket again')";

    private static final String FELL_BACK_WHEN_ALTERED =
            "document.getElementById('marks').textContent.split('ALTER TABLE player begins')[1]"
                    + ".includes('lookups fall back to JDBC')";

    private static final String NEAREST_BADGES = """
            const at = [...document.querySelectorAll('#throughput circle')].map(each => each.getBoundingClientRect());
            return at.length > 5 && at.every((one, i) => at.every((other, j) => i === j
                || Math.hypot(one.x - other.x, one.y - other.y) >= one.width));
            """;

    @AfterEach
    void stop(Visitor visitor) {
        visitor.open("/dashboard").until("its state is known", "!!document.getElementById('dashboard').dataset.phase");
        visitor.script("fetch('/dashboard/load', {method: 'DELETE', headers: {'X-Dashboard': '1'}})");
        visitor.until("the run has ended", IDLE);
    }

    @Test
    void nothingStartsByLooking(Visitor visitor) {
        visitor.open("/dashboard").see("#client", "READY");

        String before = visitor.script(RUN).toString();
        assertThat(visitor.script("return " + IDLE)).isEqualTo(true);
        visitor.open("/dashboard").see("#client", "READY").see("#phase", "Nothing runs");

        assertThat(visitor.script(RUN)).hasToString(before);
        assertThat(visitor.script("return " + IDLE)).isEqualTo(true);
    }

    @Test
    void drainsAltersUnloadsAndReturnsUnderLoadThatTwoVisitorsShareAndNothingFails(Visitor visitor, Visitor other) {
        visitor.open("/dashboard").see("#shown", "16");
        visitor.script("const users = document.getElementById('users'); users.value = 2;"
                + " users.dispatchEvent(new Event('input'))");
        visitor.see("#shown", "2").click("#start").until("three lines", DRAWN, LONG);
        visitor.until("rounds enough to compare", "!document.getElementById('headline').hidden", LONG);
        visitor.until("lookups are fast", RETURNED, LONG);

        visitor.click("[data-operation=drain]").see("#marks", "drained");
        visitor.see("#marks", "lookups fall back to JDBC").until("no lookup is fast", NONE, LONG);
        visitor.click("[data-operation=resume]").see("#marks", "resumed");
        visitor.until("lookups are fast again", BACK_WHEN_RESUMED, LONG).until("all are", RETURNED, LONG);

        visitor.click("[data-operation=unload]").see("#marks", "plugin unloaded", LONG);
        visitor.until("no lookup is fast", NONE, LONG).see("#client", "NOT_USABLE", LONG);
        visitor.click("[data-operation=load]").see("#marks", "plugin loaded", LONG);
        visitor.until("fast again", RETURNED, LONG);

        visitor.click("[data-operation=alter]").see("#marks", "ALTER TABLE player begins");
        visitor.see("#locked", "The table player is read over JDBC", LONG);
        visitor.see("#marks", "ALTER TABLE done after", LONG);
        visitor.until("players are read over JDBC", FELL_BACK_WHEN_ALTERED, LONG);
        visitor.until("fast again", RETURNED, LONG);

        for (String setup : new String[] {"HANDLERSOCKET", "WELL_CONFIGURED", "AS_IT_COMES"}) {
            assertThat(visitor.text("#run-" + setup + " .failed")).as(setup).isEqualTo("0");
            assertThat(visitor.text("#run-" + setup + " .rate")).as(setup).matches("[1-9][\\d,]*");
        }
        visitor.until(
                "each mark is on the chart",
                "document.querySelectorAll('#throughput circle').length"
                        + " === document.querySelectorAll('#marks li').length");
        other.open("/dashboard").until("the other visitor's run", DRAWN).see("#phase", "2 users read");
        assertThat(other.text("#start")).isEqualTo("Change");
        other.click("#stop").until("the run has ended", IDLE);
        visitor.until("it has ended for both", IDLE);

        // What was pressed last does not change what the run says.
        assertThat(visitor.text("#headline")).matches("HandlerSocket: \\d+\\.\\d times well-configured JDBC");
        assertThat(visitor.text("#counted")).matches("Medians of [1-9]\\d* of [1-9]\\d* rounds.*");
        assertThat(visitor.script(NEAREST_BADGES))
                .as("badges stand side by side")
                .isEqualTo(true);
        visitor.resize(390, 844);
        visitor.until(
                "each mark is listed",
                "[...document.querySelectorAll('#marks li')].every(li =>"
                        + " li.checkVisibility() && li.closest('ol').scrollHeight <= li.closest('ol').clientHeight)");
        visitor.until("the chart fits the phone", "document.querySelector('#throughput svg').clientWidth < 390");
        assertThat(visitor.script(NEAREST_BADGES)).as("on a phone, too").isEqualTo(true);
        assertThat(visitor.script("return document.querySelector('#run-HANDLERSOCKET .failed')"
                        + ".getBoundingClientRect().right <= document.querySelector('.summary').parentElement"
                        + ".getBoundingClientRect().right"))
                .as("the last column is whole")
                .isEqualTo(true);
        visitor.until("it is read over HandlerSocket", "document.querySelector('#locked li') === null", LONG);
    }
}
