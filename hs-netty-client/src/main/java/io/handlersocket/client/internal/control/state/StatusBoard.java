// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot.Trouble;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.sql.Discovery;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Holds the one {@link State} of a client, and tells the log and the listener when users see another. The control thread moves it;
 * an order of the application ({@link #order}) comes from any thread and wins. Every method may be called from any thread.
 */
public final class StatusBoard {

    /**
     * Where a client stands at one moment.
     *
     * @param now what it is doing
     * @param found the server, as it was discovered last; null before the first discovery
     */
    public record Status(State now, Discovery.@Nullable Found found) {

        /** The state that users see. */
        public ClientState state() {
            return now.client();
        }

        /** Why the client is in this state, for an operator. */
        public String reason() {
            return now.reason();
        }
    }

    private final String name;
    private final ClientListener listener;
    private final StateLog log;
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    private volatile @Nullable Trouble lastTrouble;
    private volatile Status status = new Status(new State.Starting(), null); // written under the lock

    StatusBoard(String name, ClientListener listener) {
        this.name = name;
        this.listener = listener;
        this.log = new StateLog(name);
    }

    public State now() {
        return status.now();
    }

    public Status get() {
        return status;
    }

    /** The last reason not to be READY. */
    public Optional<Trouble> lastTrouble() {
        return Optional.ofNullable(lastTrouble);
    }

    boolean is(ClientState state) {
        return now().client() == state;
    }

    /** Completes when the first attempt to reach the server has ended. */
    public CompletableFuture<Void> firstAttempt() {
        return firstAttempt;
    }

    /** Moves on, unless the application has ordered otherwise meanwhile; false then. */
    boolean move(State next) {
        return move(next, null);
    }

    /** As {@link #move(State)}, and keeps what was found out of the server. */
    boolean move(State next, Discovery.@Nullable Found found) {
        Status before;
        Status after;
        synchronized (this) {
            before = status;
            if (before.now().isOrdered()) {
                return false;
            }
            after = new Status(next, found == null ? before.found() : found);
            status = after;
        }
        announce(before.now(), after);
        return true;
    }

    /**
     * The application wants to stop. No step of the control thread changes the state from now on.
     *
     * @param next {@link State.Stopped} or {@link State.Closed}
     * @return what to give to {@link #stopped}; empty if the client is closed, or is being closed, already
     */
    synchronized Optional<State.Stopping> order(State next) {
        State before = now();
        if (before instanceof State.Stopping stopping) {
            before = stopping.next() instanceof State.Closed ? stopping.next() : stopping.before();
        }
        if (before instanceof State.Closed) {
            return Optional.empty();
        }
        State.Stopping stopping = new State.Stopping(before, next);
        status = new Status(stopping, status.found());
        return Optional.of(stopping);
    }

    /** Everything is closed, as was ordered; does nothing if the application has ordered otherwise meanwhile. */
    void stopped(State.Stopping stopping) {
        replace(stopping, stopping.next());
    }

    /** The application takes {@link State.Stopped} back; does nothing in any other state. */
    public void resume() {
        State now = now();
        State ordered = now instanceof State.Stopping stopping ? stopping.next() : now;
        if (ordered instanceof State.Stopped) {
            replace(now, new State.Drained(ordered.reason()));
        }
    }

    private void replace(State before, State next) {
        Status after;
        synchronized (this) {
            if (status.now() != before) {
                return;
            }
            after = new Status(next, status.found());
            status = after;
        }
        announce(before, after);
    }

    private void announce(State before, Status after) {
        State now = after.now();
        ClientState shown = now.client();
        if (before.client() != shown
                || (shown != ClientState.READY && !before.reason().equals(now.reason()))) {
            if (shown == ClientState.UNREACHABLE || shown == ClientState.NOT_USABLE) {
                lastTrouble = new Trouble(now.reason(), Instant.now());
            }
            log.changed(now, after.found() != null);
            listener.stateChanged(before.client(), shown, now.reason());
            if (before.client() == ClientState.READY && (shown == ClientState.DRAINED || shown == ClientState.IDLE)) {
                listener.drained(now.reason());
            }
        }
        if (shown != ClientState.STARTING) {
            firstAttempt.complete(null);
        }
    }

    /** What a request fails with that cannot even be tried now. */
    UnavailableException unavailable() {
        State now = now();
        return new UnavailableException(now.why(), name + ": " + now.client() + ' ' + now.reason());
    }
}
