// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The head of a page says what its lookups did, not what the client hopes. */
class WayTest {

    private static final Way READY = new Way("fast", "HandlerSocket is ready", "", 100);

    @Test
    void isWhatAnswered() {
        assertThat(READY.taken(0, "")).isEqualTo(READY);
        assertThat(READY.taken(3, "")).isEqualTo(new Way("fast", "over HandlerSocket", "", 100));
        assertThat(READY.taken(3, "locked")).isEqualTo(new Way("mixed", "partly over JDBC", "locked", 100));
        assertThat(READY.taken(0, "locked")).isEqualTo(new Way("slow", "over JDBC", "locked", 100));
    }

    @Test
    void isTheStateWhereThatSaysWhy() {
        Way drained = new Way("slow", "over JDBC: drained", "", 100);

        assertThat(drained.taken(0, "the client is drained")).isEqualTo(drained);
    }
}
