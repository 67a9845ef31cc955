// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Discovery;
import java.util.List;

/**
 * The state of the control side of a client; it is always in exactly one. {@link StatusBoard} holds the state, and
 * {@link ReadControl} decides which comes next. {@code docs/architecture.md} draws the transitions.
 */
public sealed interface State {

    /** Returns the state that users see. */
    ClientState shown();

    /** Returns the reason for operators; may be empty. */
    String reason();

    /** Returns whether the application asked for this state: then only the application ends it. */
    default boolean isOrdered() {
        return this instanceof Stopping || this instanceof Stopped || this instanceof Closed;
    }

    /** Returns the reason that lookups fail with while no index is open. */
    default Reason unavailable() {
        return switch (shown()) {
            case STARTING, READY, UNREACHABLE -> Reason.NOT_CONNECTED;
            case NOT_USABLE -> Reason.NOT_USABLE;
            case IDLE -> Reason.IDLE;
            case DRAINED -> Reason.DRAINED;
            case CLOSED -> Reason.CLOSED;
        };
    }

    /** A state that users do not see: they still see the one before. */
    sealed interface Unseen extends State permits YieldingToDdl, Stopping {

        /** Returns the state before; it may be {@link Unseen} too. */
        State before();

        @Override
        default ClientState shown() {
            return before().shown();
        }

        @Override
        default String reason() {
            return before().reason();
        }
    }

    /** The first attempt to connect has not ended. */
    record Starting() implements State {
        @Override
        public ClientState shown() {
            return ClientState.STARTING;
        }

        @Override
        public String reason() {
            return "";
        }
    }

    /** The client is connected to the server that the reason names, and its indexes are open. */
    record Ready(Discovery.Found server, String reason, long sinceNanos, long nextCheckNanos) implements State {
        @Override
        public ClientState shown() {
            return ClientState.READY;
        }

        Ready withNextCheck(long nanos) {
            return new Ready(server, reason, sinceNanos, nanos);
        }
    }

    /**
     * All connections are closed for a moment, so that sessions that wait for locks on these tables get them. Users
     * still see the state before, because the client reconnects within two seconds.
     */
    record YieldingToDdl(State before, List<TableName> tables) implements Unseen {}

    /** All connections are closed because no lookup was made for a while; the next lookup reconnects. */
    record Idle(String reason) implements State {
        @Override
        public ClientState shown() {
            return ClientState.IDLE;
        }
    }

    /** All connections are closed because of an answer of SQL; the client asks SQL again every second. */
    record Drained(String reason) implements State {
        @Override
        public ClientState shown() {
            return ClientState.DRAINED;
        }
    }

    /** SQL or HandlerSocket did not answer; the client tries again within two seconds. */
    record Unreachable(String reason) implements State {
        @Override
        public ClientState shown() {
            return ClientState.UNREACHABLE;
        }
    }

    /** The client must not use the server; it asks again within a minute. Another database product is no fault. */
    record NotUsable(String reason, boolean isOtherProduct) implements State {
        @Override
        public ClientState shown() {
            return ClientState.NOT_USABLE;
        }
    }

    /** The application drains or closes the client, and requests in flight are still answered. */
    record Stopping(State before, State next) implements Unseen {}

    /** The application drained the client and has not resumed it. */
    record Stopped(String reason) implements State {
        @Override
        public ClientState shown() {
            return ClientState.DRAINED;
        }
    }

    /** The application closed the client; no state follows. */
    record Closed(String reason) implements State {
        @Override
        public ClientState shown() {
            return ClientState.CLOSED;
        }
    }
}
