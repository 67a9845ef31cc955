// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionEventsTest {

    private static final Endpoint ENDPOINT = new Endpoint("db", 9998);

    private final List<String> heard = new ArrayList<>();
    private final ConnectionEvents events = new ConnectionEvents(new ClientListener() {
        @Override
        public void opened(Endpoint endpoint) {
            heard.add("opened");
        }

        @Override
        public void closed(Endpoint endpoint, String reason) {
            heard.add("closed: " + reason);
        }
    });
    private final EmbeddedConnection one = new EmbeddedConnection();

    @Test
    void theEndOfAConnectionThatServedIsToldOnce() {
        events.opened(ENDPOINT, one.connection());
        events.closed(one.connection(), "cut");
        events.closed(one.connection(), "again");
        assertThat(heard).containsExactly("opened", "closed: cut");
    }

    @Test
    void theEndOfAConnectionThatNeverServedIsNotTold() {
        events.closed(one.connection(), "not authenticated");
        assertThat(heard).isEmpty();
    }

    @Test
    void aConnectionThatEndedBeforeItIsAnnouncedIsToldAsBoth() {
        one.disconnect();
        events.closed(one.connection(), "cut");
        events.opened(ENDPOINT, one.connection());
        assertThat(heard).containsExactly("opened", "closed: closed before its first lookup");
    }
}
