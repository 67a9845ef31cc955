// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.client.HandlerSocketClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Which way reads take at the moment, for the head of each page.
 *
 * @param fast whether it is HandlerSocket
 * @param text in words
 */
public record Way(boolean fast, String text) {

    /** Asks the client, which answers from memory. */
    @Component
    static final class Source {

        private final ObjectProvider<HandlerSocketClient> client;

        Source(ObjectProvider<HandlerSocketClient> client) {
            this.client = client;
        }

        Way now() {
            HandlerSocketClient present = client.getIfAvailable();
            if (present == null) {
                return new Way(false, "over JDBC: HandlerSocket is off");
            }
            return switch (present.snapshot().state()) {
                case READY, IDLE -> new Way(true, "over HandlerSocket");
                case DRAINED -> new Way(false, "over JDBC: drained");
                case NOT_USABLE -> new Way(false, "over JDBC: no plugin");
                case STARTING -> new Way(false, "over JDBC: connecting");
                case UNREACHABLE -> new Way(false, "over JDBC: connecting again");
                case CLOSED -> new Way(false, "over JDBC: closed");
            };
        }
    }
}
