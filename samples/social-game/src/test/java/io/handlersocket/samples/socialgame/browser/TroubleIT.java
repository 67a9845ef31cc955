// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientState;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HandlerSocket or the whole database is taken away in the middle. */
@ExtendWith(Journeys.class)
class TroubleIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void worksOverJdbcWhileDrainedAndReturns(Visitor visitor) {
        visitor.play(42).open("/dashboard").click("[data-operation=drain]").see("#said", "drained");
        visitor.see("#client", "DRAINED");
        assertThat(visitor.count(".way"))
                .as("what was so when the dashboard was opened")
                .isZero();

        visitor.open("/")
                .see(".way", "over JDBC: drained")
                .see("#mine .chip", "JDBC")
                .find("#mine li a");
        visitor.click("#mine summary").see("#mine .details", "Why SQL");
        assertThat(visitor.count("#mine .beside")).isZero();

        visitor.open("/dashboard").click("[data-operation=resume]").see("#client", "READY", LONG);
        visitor.readUntilFast("/", "#mine .chip").readUntil("/", ".way", "over HandlerSocket");
    }

    @Test
    void worksWithoutThePluginAndReturns(Visitor visitor, Stage stage) {
        visitor.play(42).open("/dashboard").click("[data-operation=unload]").see("#said", "plugin unloaded", LONG);
        try {
            visitor.see("#client", "NOT_USABLE", LONG);
            visitor.click("[data-operation=unload]").see("#said.bad", "plugin is not loaded");
            visitor.open("/").see(".way", "over JDBC: no plugin").see("#mine .chip", "JDBC");
        } finally {
            visitor.open("/dashboard").click("[data-operation=load]").see("#said", "plugin loaded", LONG);
        }
        visitor.see("#client", "READY", LONG);
        assertThat(stage.client()).isEqualTo(ClientState.READY);
        visitor.readUntilFast("/", "#mine .chip");
    }

    @Test
    void saysThatTheDatabaseIsAwayAndGoesOnByItself(Visitor visitor, Stage stage) {
        visitor.play(42);
        stage.server().kill();
        try {
            visitor.open("/").see("h1", "The database does not answer", LONG);
            visitor.see(".problem", "goes on by itself");
            assertThat(Axe.serious(visitor)).isEmpty();
        } finally {
            stage.server().restart();
        }

        // No button is pressed. The first page comes over JDBC or HandlerSocket, whichever is there first.
        visitor.until("the page is there", "document.querySelector('#mine li a') !== null", LONG);
        Awaitility.await().atMost(LONG).until(stage::client, state -> state == ClientState.READY);
        visitor.readUntilFast("/", "#mine .chip").readUntil("/", ".way", "over HandlerSocket");
    }
}
