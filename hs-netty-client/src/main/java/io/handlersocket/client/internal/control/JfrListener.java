// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Records the client's events with Java Flight Recorder, as one of its listeners. Nothing is recorded on a runtime
 * without the module {@code jdk.jfr}. Thread-safe.
 *
 * <p>While no recording runs, an event costs the check of a flag. The class is long, because it lists the fields of
 * eight event types.
 */
public final class JfrListener implements ClientListener {

    // The nested classes, which refer to jdk.jfr, are loaded only after this check.
    private static final boolean AVAILABLE = isAvailable();

    private final String client;
    private final long slowNanos;

    private JfrListener(String client, long slowNanos) {
        this.client = client;
        this.slowNanos = slowNanos;
    }

    /** Returns the listener of a client; lookups that take longer than {@code slowNanos} are events. */
    public static Optional<ClientListener> of(String client, long slowNanos) {
        return AVAILABLE ? Optional.of(new JfrListener(client, slowNanos)) : Optional.empty();
    }

    private static boolean isAvailable() {
        try {
            return FlightRecorder.isAvailable();
        } catch (LinkageError e) {
            return false;
        }
    }

    @Override
    public void stateChanged(ClientState before, ClientState now, String reason) {
        new StateChanged(client, before.name(), now.name(), reason).commit();
    }

    @Override
    public void opened(Endpoint endpoint) {
        new ConnectionOpened(client, endpoint.toString()).commit();
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        new ConnectionClosed(client, endpoint.toString(), reason).commit();
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        if (nanos > slowNanos) {
            new SlowLookup(client, index.toString(), nanos, batch, failed).commit();
        }
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        new RejectedLookup(client, index.toString(), reason).commit();
    }

    @Override
    public void quarantined(TableName table) {
        new Quarantined(client, table.toString()).commit();
    }

    @Override
    public void drained(String reason) {
        new Drained(client, reason).commit();
    }

    /** Returns whether a recording takes slow lookups, so that lookups have to be measured. */
    public static boolean recordsSlowLookups() {
        return AVAILABLE && SlowLookups.areEnabled();
    }

    /** Records the client's state every ten seconds, or as often as the recording says, until the result runs. */
    public static Runnable watch(String client, Supplier<ClientSnapshot> snapshot) {
        return AVAILABLE ? Watch.start(client, snapshot) : () -> {};
    }

    /** Separate, so that only {@link #recordsSlowLookups()} loads the event class. */
    private static final class SlowLookups {

        private static final SlowLookup EVENT = new SlowLookup("", "", 0, 0, false);

        static boolean areEnabled() {
            return EVENT.isEnabled();
        }
    }

    /** Records the state of one client. A class, because the recorder compares hooks by identity. */
    private static final class Watch implements FlightRecorderListener, Runnable {

        // Loaded here, because the recorder may start after the application's class loader is closed.
        private static final Class<Client> EVENT = Client.class;

        private final String client;
        private final Supplier<ClientSnapshot> snapshot;
        private volatile boolean ended;

        Watch(String client, Supplier<ClientSnapshot> snapshot) {
            this.client = client;
            this.snapshot = snapshot;
        }

        static Runnable start(String client, Supplier<ClientSnapshot> snapshot) {
            Watch watch = new Watch(client, snapshot);
            FlightRecorder.addListener(watch);
            return watch::end;
        }

        /** Adds the hook; adding it earlier would start the recorder. */
        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            FlightRecorder.addPeriodicEvent(EVENT, this);
            if (ended) { // meanwhile
                end();
            }
        }

        @Override
        public void run() {
            new Client(client, snapshot.get()).commit();
        }

        /** Removes all that refers to this: the recorder outlives the application's class loader. */
        private void end() {
            ended = true;
            FlightRecorder.removeListener(this);
            FlightRecorder.removePeriodicEvent(this);
        }
    }

    /** Holds the annotations that all event types inherit. */
    @Category("HandlerSocket")
    @StackTrace(false)
    abstract static class HandlerSocketEvent extends Event {}

    @Name("io.handlersocket.Client")
    @Label("Client")
    @Description("The state of a client")
    @Period("10 s")
    static final class Client extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("State")
        final String state;

        @Label("Reason")
        final String reason;

        @Label("Endpoint")
        final String endpoint;

        @Label("Circuit")
        final String circuit;

        @Timespan(Timespan.NANOSECONDS)
        @Label("Guard Lag")
        final long guardLag;

        @Label("Connections")
        final int connections;

        @Label("In Flight")
        final int inFlight;

        @Label("Found")
        final long found;

        @Label("Missed")
        final long missed;

        @Label("Failed")
        final long failed;

        @Label("Reconnects")
        final long reconnects;

        @Label("Open Indexes")
        final int openIndexes;

        @Label("Quarantined")
        final String quarantined;

        Client(String client, ClientSnapshot snapshot) {
            this.client = client;
            state = snapshot.state().name();
            reason = snapshot.reason();
            endpoint = snapshot.endpoint().map(Object::toString).orElse("");
            circuit = snapshot.circuit().name();
            guardLag = snapshot.guardLag().map(Duration::toNanos).orElse(0L);
            connections = snapshot.connections();
            inFlight = snapshot.inFlight();
            found = snapshot.found();
            missed = snapshot.missed();
            failed = snapshot.failed();
            reconnects = snapshot.reconnects();
            openIndexes = snapshot.openIndexes().size();
            quarantined = snapshot.quarantined().keySet().toString();
        }
    }

    @Name("io.handlersocket.StateChanged")
    @Label("State Changed")
    @Description("A client became ready, or stopped being ready")
    static final class StateChanged extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Before")
        final String before;

        @Label("Now")
        final String now;

        @Label("Reason")
        final String reason;

        StateChanged(String client, String before, String now, String reason) {
            this.client = client;
            this.before = before;
            this.now = now;
            this.reason = reason;
        }
    }

    @Name("io.handlersocket.ConnectionOpened")
    @Label("Connection Opened")
    @Description("A connection is authenticated and serves lookups")
    static final class ConnectionOpened extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Endpoint")
        final String endpoint;

        ConnectionOpened(String client, String endpoint) {
            this.client = client;
            this.endpoint = endpoint;
        }
    }

    @Name("io.handlersocket.ConnectionClosed")
    @Label("Connection Closed")
    @Description("The client, the server or the network closed a connection")
    static final class ConnectionClosed extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Endpoint")
        final String endpoint;

        @Label("Reason")
        final String reason;

        ConnectionClosed(String client, String endpoint, String reason) {
            this.client = client;
            this.endpoint = endpoint;
            this.reason = reason;
        }
    }

    @Name("io.handlersocket.Drained")
    @Label("Drained")
    @Description("The client closed all its connections on purpose")
    static final class Drained extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Reason")
        final String reason;

        Drained(String client, String reason) {
            this.client = client;
            this.reason = reason;
        }
    }

    @Name("io.handlersocket.Quarantined")
    @Label("Table Quarantined")
    @Description("The client stopped reading a table because a session waits for a lock on it")
    static final class Quarantined extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Table")
        final String table;

        Quarantined(String client, String table) {
            this.client = client;
            this.table = table;
        }
    }

    @Name("io.handlersocket.RejectedLookup")
    @Label("Rejected Lookup")
    @Description("The client did not send a lookup because too many were ahead of it")
    static final class RejectedLookup extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Index")
        final String index;

        @Label("Reason")
        final String reason;

        RejectedLookup(String client, String index, String reason) {
            this.client = client;
            this.index = index;
            this.reason = reason;
        }
    }

    @Name("io.handlersocket.SlowLookup")
    @Label("Slow Lookup")
    @Description("A lookup took longer than the option slowLookup")
    static final class SlowLookup extends HandlerSocketEvent {

        @Label("Client")
        final String client;

        @Label("Index")
        final String index;

        @Timespan(Timespan.NANOSECONDS)
        @Label("Took")
        final long took;

        @Label("Requests Written Together")
        final int batch;

        @Label("Failed")
        final boolean failed;

        SlowLookup(String client, String index, long took, int batch, boolean failed) {
            this.client = client;
            this.index = index;
            this.took = took;
            this.batch = batch;
            this.failed = failed;
        }
    }
}
