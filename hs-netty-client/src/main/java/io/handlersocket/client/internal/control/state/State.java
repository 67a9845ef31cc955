// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.Discovery;
import java.sql.SQLException;
import java.util.List;

/**
 * What the control side of a client is doing: always exactly one of these. {@link StatusBoard} holds it; {@link ReadControl}
 * takes the steps and decides what comes next. {@code docs/architecture.md} draws the transitions.
 */
public sealed interface State {

    /** What users see of it. */
    ClientState client();

    /** Why, for an operator. */
    String reason();

    /** Does what there is to do in this state; returns the milliseconds until the next step. */
    long step(ReadControl control) throws SQLException, NotUsableException;

    /** Whether the application asked for this state: only the application ends it. */
    default boolean isOrdered() {
        return false;
    }

    /** What lookups fail with while nothing is open. */
    default UnavailableException.Reason why() {
        return switch (client()) {
            case STARTING, READY, UNREACHABLE -> UnavailableException.Reason.NOT_CONNECTED;
            case NOT_USABLE -> UnavailableException.Reason.NOT_USABLE;
            case IDLE -> UnavailableException.Reason.IDLE;
            case DRAINED -> UnavailableException.Reason.DRAINED;
            case CLOSED -> UnavailableException.Reason.CLOSED;
        };
    }

    /** No attempt to connect has ended. */
    record Starting() implements State {
        @Override
        public ClientState client() {
            return ClientState.STARTING;
        }

        @Override
        public String reason() {
            return "";
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.connect();
        }
    }

    /**
     * Connected, and the indexes are open.
     *
     * @param server what is connected to
     * @param reason where
     * @param sinceNanos when it was connected
     * @param nextProbeNanos when the guard has to look again
     */
    record Ready(Discovery.Found server, String reason, long sinceNanos, long nextProbeNanos) implements State {
        @Override
        public ClientState client() {
            return ClientState.READY;
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.watch(this);
        }

        Ready probeAt(long nanos) {
            return new Ready(server, reason, sinceNanos, nanos);
        }
    }

    /**
     * Everything is closed for a moment, so that sessions that wait for locks on these tables get them. Users still see the
     * state before, because the client comes back by itself within two seconds.
     */
    record YieldingToDdl(State before, List<TableName> tables) implements State {
        @Override
        public ClientState client() {
            return before.client();
        }

        @Override
        public String reason() {
            return before.reason();
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.connect();
        }
    }

    /** Everything is closed because no lookup came for a while; the next lookup connects. */
    record Idle(String reason) implements State {
        @Override
        public ClientState client() {
            return ClientState.IDLE;
        }

        @Override
        public long step(ReadControl control) {
            return ReadControl.SAFETY_NET_MILLIS;
        }
    }

    /** Everything is closed because of what SQL says, and SQL is asked again every second. */
    record Drained(String reason) implements State {
        @Override
        public ClientState client() {
            return ClientState.DRAINED;
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.connect();
        }
    }

    /** SQL or HandlerSocket did not answer; tried again within two seconds. */
    record Unreachable(String reason) implements State {
        @Override
        public ClientState client() {
            return ClientState.UNREACHABLE;
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.reconnect();
        }
    }

    /**
     * The server must not be used; asked again within a minute.
     *
     * @param otherProduct whether the application simply uses another database, which is no fault
     */
    record NotUsable(String reason, boolean otherProduct) implements State {
        @Override
        public ClientState client() {
            return ClientState.NOT_USABLE;
        }

        @Override
        public long step(ReadControl control) throws SQLException, NotUsableException {
            return control.connect();
        }
    }

    /** The application has asked for an end, and what is under way is still answered. */
    record Stopping(State before, State next) implements State {
        @Override
        public ClientState client() {
            return before.client();
        }

        @Override
        public String reason() {
            return before.reason();
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public long step(ReadControl control) {
            return ReadControl.SAFETY_NET_MILLIS;
        }
    }

    /** Drained by the application, until it resumes. */
    record Stopped(String reason) implements State {
        @Override
        public ClientState client() {
            return ClientState.DRAINED;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public long step(ReadControl control) {
            return ReadControl.SAFETY_NET_MILLIS;
        }
    }

    /** Closed by the application; nothing comes after. */
    record Closed(String reason) implements State {
        @Override
        public ClientState client() {
            return ClientState.CLOSED;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public long step(ReadControl control) {
            return ReadControl.SAFETY_NET_MILLIS;
        }
    }
}
