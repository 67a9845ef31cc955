// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Records the client's events with Java Flight Recorder, as one of its listeners; {@code EventTypes} describes them.
 * Nothing is recorded on a runtime without the module {@code jdk.jfr}. Thread-safe.
 *
 * <p>While no recording runs, an event costs the check of a flag.
 */
public final class JfrListener implements ClientListener {

    // Classes that refer to jdk.jfr are loaded only after this check.
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
        new EventTypes.StateChanged(client, before.name(), now.name(), reason).commit();
    }

    @Override
    public void opened(Endpoint endpoint) {
        new EventTypes.ConnectionOpened(client, endpoint.toString()).commit();
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        new EventTypes.ConnectionClosed(client, endpoint.toString(), reason).commit();
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        if (nanos > slowNanos) {
            new EventTypes.SlowLookup(client, index.toString(), nanos, batch, failed).commit();
        }
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        new EventTypes.RejectedLookup(client, index.toString(), reason).commit();
    }

    @Override
    public void quarantined(TableName table) {
        new EventTypes.Quarantined(client, table.toString()).commit();
    }

    @Override
    public void drained(String reason) {
        new EventTypes.Drained(client, reason).commit();
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

        private static final EventTypes.SlowLookup EVENT = new EventTypes.SlowLookup("", "", 0, 0, false);

        static boolean areEnabled() {
            return EVENT.isEnabled();
        }
    }

    private static final class Watch {

        private static final Set<Watch> ALL = ConcurrentHashMap.newKeySet();

        // Loaded here, because the recorder may start after the application's class loader is closed.
        private static final Class<EventTypes.Client> EVENT = EventTypes.Client.class;

        // A field, because the recorder removes a hook by identity.
        private static final Runnable RECORD_ALL = Watch::recordAll;

        // The hook is added when the recorder starts: adding it earlier would start the recorder.
        private static final FlightRecorderListener ON_START = new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
                FlightRecorder.addPeriodicEvent(EVENT, RECORD_ALL);
            }
        };

        private final String client;
        private final Supplier<ClientSnapshot> snapshot;

        Watch(String client, Supplier<ClientSnapshot> snapshot) {
            this.client = client;
            this.snapshot = snapshot;
        }

        static synchronized Runnable start(String client, Supplier<ClientSnapshot> snapshot) {
            if (ALL.isEmpty()) {
                FlightRecorder.addListener(ON_START);
            }
            Watch watch = new Watch(client, snapshot);
            ALL.add(watch);
            return () -> end(watch);
        }

        private static synchronized void end(Watch watch) {
            // The recorder outlives the application's class loader, so the last client removes all hooks.
            if (ALL.remove(watch) && ALL.isEmpty()) {
                FlightRecorder.removeListener(ON_START);
                FlightRecorder.removePeriodicEvent(RECORD_ALL);
            }
        }

        private static void recordAll() {
            ALL.forEach(watch -> new EventTypes.Client(watch.client, watch.snapshot.get()).commit());
        }
    }
}
