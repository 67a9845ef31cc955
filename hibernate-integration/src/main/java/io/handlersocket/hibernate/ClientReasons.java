// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
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

/** Why a client answers no lookups, by its state and by what a lookup throws: the same cause has one text. */
final class ClientReasons {

    private static final JdbcReason EVICTED = new JdbcReason(
            Kind.TOO_MANY_INDEXES, "the index was closed to keep others open: more than maxOpenIndexes are in use");
    private static final JdbcReason STARTING = new JdbcReason(Kind.NOT_OPEN, "HandlerSocket is not connected yet");
    private static final JdbcReason OTHER_PRODUCT = new JdbcReason(Kind.NOT_OPEN, "the server is not MariaDB");
    private static final JdbcReason NOT_USABLE =
            new JdbcReason(Kind.NOT_OPEN, "the server must not be used over HandlerSocket (see the client's reason)");
    private static final JdbcReason NO_REPLICA =
            new JdbcReason(Kind.NOT_OPEN, "the replica that SQL would read cannot answer over HandlerSocket now");
    private static final JdbcReason UNREACHABLE = outage("HandlerSocket cannot be reached (see the client's reason)");
    private static final JdbcReason IDLE = outage("HandlerSocket was idle and connects again");
    private static final JdbcReason DRAINED = outage("HandlerSocket is drained");
    private static final JdbcReason SILENT = outage("HandlerSocket did not answer the last lookups");
    private static final JdbcReason CLOSED = outage("the HandlerSocket client is closed");

    private static final Map<Reason, JdbcReason> UNAVAILABLE = new EnumMap<>(Reason.class);

    static {
        for (Reason reason : Reason.values()) {
            UNAVAILABLE.put(reason, unavailable(reason));
        }
    }

    private ClientReasons() {}

    /** Returns why a client answers nothing at this moment; null if it does. */
    static @Nullable JdbcReason of(ClientSnapshot client) {
        return switch (client.state()) {
            case STARTING -> STARTING;
            case UNREACHABLE -> UNREACHABLE;
            case NOT_USABLE -> client.isOtherProduct() ? OTHER_PRODUCT : NOT_USABLE;
            case IDLE -> IDLE;
            case DRAINED -> DRAINED;
            case CLOSED -> CLOSED;
            case READY -> client.circuit() == CircuitState.CLOSED ? null : SILENT;
        };
    }

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
        if (e instanceof UnavailableException unavailable) {
            return Objects.requireNonNull(UNAVAILABLE.get(unavailable.reason()));
        }
        if (e instanceof RequestTimeoutException) {
            return outage("HandlerSocket did not answer in time");
        }
        if (e instanceof ConnectionLostException) {
            return outage("the HandlerSocket connection was lost");
        }
        if (e instanceof ServerErrorException) {
            return outage("HandlerSocket answered with an error");
        }
        if (e instanceof ProtocolException) {
            return outage("HandlerSocket sent a malformed reply");
        }
        throw new AssertionError(e);
    }

    private static JdbcReason unavailable(Reason reason) {
        return switch (reason) {
            case NOT_CONNECTED -> UNREACHABLE;
            case NOT_USABLE -> NOT_USABLE;
            case IDLE -> IDLE;
            case DRAINED -> DRAINED;
            case CIRCUIT_OPEN -> SILENT;
            case CLOSED -> CLOSED;
            case EVICTED -> EVICTED;
            case NO_REPLICA -> NO_REPLICA;
            case NOT_OPEN -> outage("the index is not open at the moment");
            case QUARANTINED -> outage("a session waits for a lock on the table");
            case WINDOW_FULL -> outage("too many HandlerSocket lookups are waiting");
            case FENCED -> outage("the server is not proven to be the primary");
        };
    }

    private static JdbcReason outage(String text) {
        return new JdbcReason(Kind.OUTAGE, text);
    }
}
