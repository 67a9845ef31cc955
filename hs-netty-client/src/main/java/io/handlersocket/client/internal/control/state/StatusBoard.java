// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientSnapshot.Trouble;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.sql.Discovery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Holds the one {@link State} of a client, and reports to the log and the listener what users see of it. The
 * control thread moves it. The application can stop the client from any thread ({@link #order}), which ends all other
 * moves. Any thread.
 */
public final class StatusBoard {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    /** The beginning of the reason if SQL does not answer. */
    static final String SQL = "SQL: ";

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final ClientListener listener;
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    /** When each remedy was logged at WARN last. */
    private final Map<String, Long> warnedNanos = new ConcurrentHashMap<>();

    private final TimeSource time;
    private volatile long readyNanos;
    private final AtomicReference<State> now = new AtomicReference<>(new State.Starting());
    private volatile Discovery.@Nullable Found lastServer;
    private volatile @Nullable Trouble lastTrouble;
    private volatile Instant since;

    StatusBoard(String name, ClientListener listener, TimeSource time) {
        this.name = name;
        this.listener = listener;
        this.time = time;
        this.readyNanos = time.nanoTime().getAsLong();
        this.since = time.wallClock().instant();
    }

    public State now() {
        return Objects.requireNonNull(now.get());
    }

    boolean is(ClientState state) {
        return now().shown() == state;
    }

    /** Returns the server that the client is or was connected to last; empty before the first connection. */
    public Optional<Discovery.Found> server() {
        return Optional.ofNullable(now() instanceof State.Ready ready ? ready.server() : lastServer);
    }

    public Instant since() {
        return since;
    }

    public Optional<Trouble> lastTrouble() {
        return Optional.ofNullable(lastTrouble);
    }

    public CompletableFuture<Void> firstAttempt() {
        return firstAttempt;
    }

    /** Moves to the next state; returns false if the application has ordered another one meanwhile. */
    boolean move(State next) {
        State before = now();
        return !before.isOrdered() && replace(before, next);
    }

    /**
     * Orders the client to become stopped or closed; from now on, no step of the control thread changes the state.
     * Returns the argument of {@link #stopped}; empty if the client is closed or is being closed.
     */
    Optional<State.Stopping> order(State next) {
        while (true) {
            State seen = now();
            State before = seen;
            if (seen instanceof State.Stopping stopping) {
                before = stopping.next() instanceof State.Closed ? stopping.next() : stopping.before();
            }
            if (before instanceof State.Closed) {
                return Optional.empty();
            }
            State.Stopping stopping = new State.Stopping(before, next);
            if (now.compareAndSet(seen, stopping)) {
                return Optional.of(stopping);
            }
        }
    }

    /** Ends an order, because all connections are closed, unless the application has given another one meanwhile. */
    void stopped(State.Stopping stopping) {
        replace(stopping, stopping.next());
    }

    /** Takes back {@link State.Stopped}; does nothing in any other state. */
    public void resume() {
        State before;
        State ordered;
        do { // the control thread may end the order meanwhile
            before = now();
            ordered = before instanceof State.Stopping stopping ? stopping.next() : before;
        } while (ordered instanceof State.Stopped && !replace(before, new State.Drained(ordered.reason())));
    }

    private boolean replace(State before, State next) {
        if (!now.compareAndSet(before, next)) {
            return false;
        }
        if (next instanceof State.Ready ready) {
            lastServer = ready.server();
            readyNanos = time.nanoTime().getAsLong();
        }
        ClientState shown = next.shown();
        boolean otherReason = !before.reason().equals(next.reason());
        if (before.shown() != shown || (shown == ClientState.READY && otherReason)) { // or connected to another server
            since = time.wallClock().instant();
        }
        if (before.shown() != shown || otherReason) {
            announce(before.shown(), next);
        } else if (shown == ClientState.UNREACHABLE || shown == ClientState.NOT_USABLE) {
            log(next);
        }
        if (shown != ClientState.STARTING) {
            firstAttempt.complete(null);
        }
        return true;
    }

    private void announce(ClientState before, State next) {
        ClientState shown = next.shown();
        String reason = next.reason();
        switch (shown) {
            case READY -> LOG.info("{}: HandlerSocket {}", name, reason);
            case UNREACHABLE, NOT_USABLE -> {
                lastTrouble = new Trouble(reason, time.wallClock().instant());
                log(next);
            }
            case DRAINED -> // a client that never connected closes nothing
                LOG.atLevel(lastServer == null ? Level.DEBUG : Level.INFO)
                        .log("{}: HandlerSocket drained: {}", name, reason);
            case IDLE -> LOG.info("{}: HandlerSocket closed: {}", name, reason);
            case STARTING, CLOSED -> LOG.debug("{}: {}", name, shown);
        }
        listener.stateChanged(before, shown, reason);
        if (before == ClientState.READY && (shown == ClientState.DRAINED || shown == ClientState.IDLE)) {
            listener.drained(reason);
        }
    }

    /**
     * Logs a trouble at WARN once until the client is ready, and at most once a minute. Another reason with the same
     * remedy is the same trouble.
     */
    private void log(State state) {
        String remedy = remedy(state.shown(), state.reason());
        long nanos = time.nanoTime().getAsLong();
        Long last = warnedNanos.get(remedy);
        boolean isFault = !(state instanceof State.NotUsable unusable && unusable.isOtherProduct());
        boolean isWarning = isFault && (last == null || (last - readyNanos < 0 && nanos - last > QUIET_NANOS));
        if (isWarning) {
            warnedNanos.put(remedy, nanos);
        }
        LOG.atLevel(isWarning ? Level.WARN : Level.DEBUG)
                .log(
                        "{}: no lookups over HandlerSocket: {}. Hibernate and repositories use JDBC meanwhile, and the"
                                + " client tries again. {}",
                        name,
                        state.reason(),
                        remedy);
    }

    /** Returns the snapshot of a client that has no connections, as one that only describes a server. */
    public static ClientSnapshot withoutConnections(
            ClientState state, String reason, Instant since, boolean isOtherProduct) {
        return new ClientSnapshot(
                state,
                reason,
                remedy(state, reason),
                since,
                isOtherProduct,
                Optional.empty(),
                Optional.empty(),
                CircuitState.CLOSED,
                Optional.empty(),
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of(),
                Map.of());
    }

    /** Returns what a user does about a state without lookups; the only table of it. */
    public static String remedy(ClientState state, String reason) {
        return switch (state) {
            case NOT_USABLE -> "Remove this cause, or accept JDBC (in Spring Boot handlersocket.enabled=false)";
            case UNREACHABLE -> ofUnreachable(reason);
            case DRAINED -> "End the drain when its work is done: resume, or release the lock handlersocket_drain";
            case STARTING -> "Wait: the client connects, which takes longer on a busy machine";
            case IDLE -> "Nothing: the next lookup makes the client connect again";
            case READY, CLOSED -> "";
        };
    }

    private static String ofUnreachable(String reason) {
        if (reason.contains("unauth")) {
            return "Check the secret (in Spring Boot handlersocket.secret): it must be the"
                    + " handlersocket_plain_secret of the server at this port";
        }
        if (reason.startsWith(SQL + DdlGuard.NOT_READY) || reason.contains("WSREP has not yet prepared node")) {
            return "Check the node's log if it does not join its cluster by itself";
        }
        if (reason.startsWith(SQL)) {
            return "Check the database, and the JDBC URL and account of the client's DataSource";
        }
        return reason.contains("malformed reply")
                ? "Check the port (in Spring Boot handlersocket.port): something else answers there"
                : "Check host and port (in Spring Boot handlersocket.host and handlersocket.port), and that the server"
                        + " runs";
    }

    public String shown() {
        return shown(now());
    }

    private static String shown(State state) {
        return (state.shown() + " " + state.reason()).strip();
    }

    /** Returns the exception of a request that cannot be tried now, which says what to do. */
    public UnavailableException unavailable() {
        State state = now();
        String remedy = remedy(state.shown(), state.reason());
        return new UnavailableException(
                state.unavailable(), name + ": " + shown(state) + (remedy.isEmpty() ? "" : ". " + remedy));
    }
}
