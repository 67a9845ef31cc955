// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionAgesTest {

    private static final long MAX = 1_000;

    private final ConnectionAges<String> ages = new ConnectionAges<>(MAX);

    @Test
    void connectionsThatCameTogetherGoTogether() {
        List<String> serving = List.of("a", "b");
        assertThat(ages.old(serving, 0)).isEmpty();
        assertThat(ages.old(serving, 749)).isEmpty();
        assertThat(ages.old(serving, MAX)).containsExactly("a", "b");
    }

    @Test
    void aReplacementHasItsOwnAge() {
        ages.old(List.of("a"), 0);
        ages.old(List.of("a", "b"), 700);
        assertThat(ages.old(List.of("a", "b"), MAX)).containsExactly("a");
        assertThat(ages.old(List.of("b", "c"), 700 + MAX)).containsExactly("b");
    }

    @Test
    void whatCouldNotBeReplacedServesOn() {
        ages.old(List.of("a"), 0);
        ages.postpone(List.of("a"), MAX);
        assertThat(ages.old(List.of("a"), MAX + 49)).isEmpty();
        assertThat(ages.old(List.of("a"), MAX + 50)).containsExactly("a");
    }

    @Test
    void zeroIsNoEnd() {
        ConnectionAges<String> endless = new ConnectionAges<>(0);
        endless.old(List.of("a"), 0);
        assertThat(endless.old(List.of("a"), Long.MAX_VALUE)).isEmpty();
    }
}
