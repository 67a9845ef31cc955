// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot.Trouble;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.UnavailableException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where a client stands: written by the control thread, read by all. */
public final class StatusBoard {

    /**
     * Where a client stands at one moment.
     *
     * @param state as {@link ClientState} says
     * @param reason why, for an operator
     * @param found the server, if one was discovered
     */
    public record Status(ClientState state, String reason, Discovery.@Nullable Found found) {}

    private final String name;
    private final ClientListener listener;
    private final StateLog log;
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    private volatile @Nullable Trouble lastTrouble;
    private volatile Status status = new Status(ClientState.STARTING, "", null);

    StatusBoard(String name, ClientListener listener) {
        this.name = name;
        this.listener = listener;
        this.log = new StateLog(name);
    }

    public Status get() {
        return status;
    }

    /** The last reason not to be READY. */
    public Optional<Trouble> lastTrouble() {
        return Optional.ofNullable(lastTrouble);
    }

    boolean is(ClientState state) {
        return status.state() == state;
    }

    /** Completes when the first attempt to reach the server has ended. */
    public CompletableFuture<Void> firstAttempt() {
        return firstAttempt;
    }

    /** Keeps what is known of the server. */
    void set(ClientState state, String reason) {
        set(state, reason, status.found());
    }

    /** As {@link #set(ClientState, String)}, for the DataSource of another database product: that is no trouble. */
    void setOtherDatabase(String reason) {
        set(ClientState.NOT_USABLE, reason, status.found(), true);
    }

    void set(ClientState state, String reason, Discovery.@Nullable Found found) {
        set(state, reason, found, false);
    }

    private void set(ClientState state, String reason, Discovery.@Nullable Found found, boolean expected) {
        Status before = status;
        status = new Status(state, reason, found);
        if (before.state() != state
                || (state != ClientState.READY && !before.reason().equals(reason))) {
            if (state == ClientState.UNREACHABLE || state == ClientState.NOT_USABLE) {
                lastTrouble = new Trouble(reason, Instant.now());
            }
            log.changed(state, reason, found != null, expected);
            listener.stateChanged(before.state(), state, reason);
            if (before.state() == ClientState.READY && (state == ClientState.DRAINED || state == ClientState.IDLE)) {
                listener.drained(reason);
            }
        }
        if (state != ClientState.STARTING) {
            firstAttempt.complete(null);
        }
    }

    /** What a request fails with that cannot even be tried now. */
    UnavailableException unavailable() {
        Status now = status;
        UnavailableException.Reason reason = switch (now.state()) {
            case STARTING, READY, UNREACHABLE -> UnavailableException.Reason.NOT_CONNECTED;
            case NOT_USABLE -> UnavailableException.Reason.NOT_USABLE;
            case IDLE -> UnavailableException.Reason.IDLE;
            case DRAINED -> UnavailableException.Reason.DRAINED;
            case CLOSED -> UnavailableException.Reason.CLOSED;
        };
        return new UnavailableException(reason, name + ": " + now.state() + ' ' + now.reason());
    }
}
