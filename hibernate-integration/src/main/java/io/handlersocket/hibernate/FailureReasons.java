// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.hibernate.JdbcReason.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The reasons of failed lookups. */
final class FailureReasons {

    private static final Map<Reason, JdbcReason> UNAVAILABLE = new EnumMap<>(Reason.class);

    static {
        for (Reason reason : Reason.values()) {
            UNAVAILABLE.put(reason, unavailable(reason));
        }
    }

    private FailureReasons() {}

    /** See {@link JdbcReason#ofClosed}. An exception has the stack trace of its caller, which takes long to make. */
    static @Nullable JdbcReason ofClosed(Index index) {
        Reason closed = index.closedReason().orElse(null); // before the request, which may change it
        return closed == null || index.tryOpen() ? null : UNAVAILABLE.get(closed);
    }

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
        return e instanceof UnavailableException unavailable
                ? Objects.requireNonNull(UNAVAILABLE.get(unavailable.reason()))
                : outage(text(e));
    }

    private static JdbcReason unavailable(Reason reason) {
        return switch (reason) {
            case NOT_CONNECTED -> outage("HandlerSocket is not connected");
            case NOT_OPEN -> outage("the index is not open at the moment");
            case EVICTED ->
                new JdbcReason(
                        Kind.TOO_MANY_INDEXES,
                        "the index was closed to keep others open: more than maxOpenIndexes are in use");
            case IDLE -> outage("HandlerSocket was idle and connects again");
            case DRAINED -> outage("HandlerSocket is drained");
            case QUARANTINED -> outage("a session waits for a lock on the table");
            case CIRCUIT_OPEN -> outage("HandlerSocket did not answer the last lookups");
            case WINDOW_FULL -> outage("too many HandlerSocket lookups are waiting");
            case NOT_USABLE -> outage("the server must not be used over HandlerSocket (see the client's state)");
            case FENCED -> outage("the server is not proven to be the primary");
            case NO_REPLICA ->
                new JdbcReason(Kind.NOT_OPEN, "the replica that SQL would read cannot answer over HandlerSocket now");
            case CLOSED -> outage("the HandlerSocket client is closed");
        };
    }

    private static JdbcReason outage(String text) {
        return new JdbcReason(Kind.OUTAGE, text);
    }

    private static String text(HandlerSocketException e) {
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
