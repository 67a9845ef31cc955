// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.samples.socialgame.world.World;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Which way reads take, for the head of each page.
 *
 * @param kind the colour: {@code fast}, {@code slow} or {@code mixed}
 * @param text in words
 * @param reason why JDBC answers; empty if it does not, or if the text says it
 * @param percent how much of the world is made
 */
public record Way(String kind, String text, String reason, int percent) {

    private static final String SLOW = "slow";

    private Way with(String newKind, String newText, String newReason) {
        return new Way(newKind, newText, newReason, percent);
    }

    /**
     * Returns the way that lookups have really taken.
     *
     * @param lookups how many HandlerSocket answered
     * @param fallback why JDBC answered one; empty if it answered none
     */
    Way taken(int lookups, String fallback) {
        if (lookups > 0) {
            return fallback.isEmpty()
                    ? with("fast", "over HandlerSocket", "")
                    : with("mixed", "partly over JDBC", fallback);
        }
        return fallback.isEmpty() || kind.equals(SLOW) ? this : with(SLOW, "over JDBC", fallback);
    }

    /** Asks the client, which answers from memory. */
    @Component
    static final class Source {

        private final ObjectProvider<HandlerSocketClient> client;
        private final World world;

        Source(ObjectProvider<HandlerSocketClient> client, World world) {
            this.client = client;
            this.world = world;
        }

        Way now() {
            HandlerSocketClient present = client.getIfAvailable();
            if (present == null) {
                return slow("HandlerSocket is off");
            }
            return switch (present.snapshot().state()) {
                case READY, IDLE -> new Way("fast", "HandlerSocket is ready", "", world.percent());
                case DRAINED -> slow("drained");
                case NOT_USABLE -> slow("no plugin");
                case STARTING -> slow("connecting");
                case UNREACHABLE -> slow("connecting again");
                case CLOSED -> slow("closed");
            };
        }

        private Way slow(String why) {
            return new Way(SLOW, "over JDBC: " + why, "", world.percent());
        }
    }
}
