// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.hibernate.JdbcReason.Kind;

/** The reasons of failed lookups. */
final class FailureReasons {

    private static final JdbcReason EVICTED = new JdbcReason(
            Kind.TOO_MANY_INDEXES, "the index was closed to keep others open: more than maxOpenIndexes are in use");

    private FailureReasons() {}

    /** Returns why this lookup has no answer; an {@link Kind#OUTAGE} if the same lookup may succeed later. */
    static JdbcReason of(HandlerSocketException e) {
        if (e instanceof RefusedException) {
            return new JdbcReason(Kind.TABLE, "HandlerSocket refused: " + e.getMessage());
        }
        if (e instanceof UndecidableValueException) {
            return new JdbcReason(Kind.VALUE, "only SQL can compare a value: " + e.getMessage());
        }
        if (e instanceof TooLargeException) {
            return new JdbcReason(Kind.VALUE, "more keys than one HandlerSocket packet holds");
        }
        if (e instanceof UnavailableException unavailable
                && unavailable.reason() == UnavailableException.Reason.EVICTED) {
            return EVICTED;
        }
        boolean ofReader = e instanceof UnavailableException unavailable
                && unavailable.reason() == UnavailableException.Reason.NO_REPLICA;
        return new JdbcReason(ofReader ? Kind.NOT_OPEN : Kind.OUTAGE, outage(e));
    }

    private static String outage(HandlerSocketException e) {
        if (e instanceof UnavailableException unavailable) {
            return switch (unavailable.reason()) {
                case NOT_CONNECTED -> "HandlerSocket is not connected";
                case NOT_OPEN, EVICTED -> "the index is not open at the moment";
                case IDLE -> "HandlerSocket was idle and connects again";
                case DRAINED -> "HandlerSocket is drained";
                case QUARANTINED -> "a session waits for a lock on the table";
                case CIRCUIT_OPEN -> "HandlerSocket did not answer the last lookups";
                case WINDOW_FULL -> "too many HandlerSocket lookups are waiting";
                case NOT_USABLE -> "the server must not be used over HandlerSocket (see the client's state)";
                case FENCED -> "the server is not proven to be the primary";
                case NO_REPLICA -> "the replica that SQL would read cannot answer over HandlerSocket now";
                case CLOSED -> "the HandlerSocket client is closed";
            };
        }
        if (e instanceof RequestTimeoutException) {
            return "HandlerSocket did not answer in time";
        }
        if (e instanceof ConnectionLostException) {
            return "the HandlerSocket connection was lost";
        }
        if (e instanceof ServerErrorException) {
            return "HandlerSocket answered with an error";
        }
        if (e instanceof ProtocolException) {
            return "HandlerSocket sent a malformed reply";
        }
        throw new AssertionError(e);
    }
}
