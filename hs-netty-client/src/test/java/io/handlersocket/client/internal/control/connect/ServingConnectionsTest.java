// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServingConnectionsTest {

    private static final Endpoint ENDPOINT = new Endpoint("db", 9998);
    private static final long MAX = 1_000;

    private final List<String> heard = new ArrayList<>();
    private final ClientListener listener = new ClientListener() {
        @Override
        public void opened(Endpoint endpoint) {
            heard.add("opened");
        }

        @Override
        public void closed(Endpoint endpoint, String reason) {
            heard.add("closed: " + reason);
        }
    };
    private final ServingConnections serving = new ServingConnections(listener, MAX);
    private final EmbeddedConnection first = new EmbeddedConnection();
    private final Connection one = first.connection();
    private final Connection two = new EmbeddedConnection().connection();

    private void opened(long nowNanos, Connection... connections) {
        serving.opened(ENDPOINT, List.of(connections), nowNanos);
    }

    @Test
    void theEndOfAConnectionThatServedIsToldOnce() {
        opened(0, one);
        serving.closed(one, "cut");
        serving.closed(one, "again");
        assertThat(heard).containsExactly("opened", "closed: cut");
    }

    @Test
    void theEndOfAConnectionThatNeverServedIsNotTold() {
        serving.closed(one, "not authenticated");
        assertThat(heard).isEmpty();
    }

    @Test
    void aConnectionThatEndedBeforeItIsAnnouncedIsToldAsBoth() {
        first.disconnect();
        serving.closed(one, "cut");
        opened(0, one);
        assertThat(heard).containsExactly("opened", "closed: closed before its first lookup");
    }

    @Test
    void connectionsThatCameTogetherGoTogether() {
        opened(0, one, two);
        long end = 0;
        while (serving.old(List.of(one, two), end).isEmpty()) {
            end++;
        }
        assertThat(end).isBetween(MAX * 3 / 4, MAX);
        assertThat(serving.old(List.of(one, two), end)).containsExactly(one, two);
    }

    @Test
    void aReplacementHasItsOwnAge() {
        opened(0, one);
        opened(700, two);
        assertThat(serving.old(List.of(one, two), MAX)).containsExactly(one);
        assertThat(serving.old(List.of(two), 700 + MAX)).containsExactly(two);
    }

    @Test
    void whatCouldNotBeReplacedServesOn() {
        opened(0, one);
        serving.postpone(List.of(one), MAX);
        assertThat(serving.old(List.of(one), MAX + 49)).isEmpty();
        assertThat(serving.old(List.of(one), MAX + 50)).containsExactly(one);
    }

    @Test
    void whatHasEndedIsNotOldAndCannotBePostponed() {
        opened(0, one);
        serving.closed(one, "cut");
        serving.postpone(List.of(one), MAX);
        assertThat(serving.old(List.of(one), 2 * MAX)).isEmpty();
        serving.closed(one, "again");
        assertThat(heard).containsExactly("opened", "closed: cut");
    }

    @Test
    void zeroIsNoEnd() {
        ServingConnections endless = new ServingConnections(listener, 0);
        endless.opened(ENDPOINT, List.of(one), 0);
        assertThat(endless.old(List.of(one), Long.MAX_VALUE)).isEmpty();
    }
}
