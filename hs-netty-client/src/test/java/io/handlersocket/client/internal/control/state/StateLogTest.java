// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Logs;
import io.handlersocket.client.internal.control.NotUsableException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which states are worth a warning: the fact decides, not the words of the reason. */
class StateLogTest {

    private static List<String> warnings(NotUsableException why) {
        try (Logs logs = new Logs()) {
            StatusBoard board = new StatusBoard("unit", new ClientListener() {});
            board.move(new State.NotUsable(String.valueOf(why.getMessage()), why.isOtherProduct()));
            return logs.lines(Level.WARN);
        }
    }

    @Test
    void anotherDatabaseIsNoTrouble() {
        assertThat(warnings(NotUsableException.otherProduct("H2"))).isEmpty();
    }

    @Test
    void aReasonThatOnlySoundsLikeAnotherDatabaseIsLogged() {
        assertThat(warnings(new NotUsableException("a proxy says it is not MariaDB")))
                .singleElement()
                .asString()
                .contains("not MariaDB");
    }
}
