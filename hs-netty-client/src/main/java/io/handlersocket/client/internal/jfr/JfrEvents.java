// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import io.handlersocket.client.ClientSnapshot;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Records the client's events with Java Flight Recorder; {@code EventTypes} describes them. Every method does nothing
 * on a runtime without the module {@code jdk.jfr}. Thread-safe.
 *
 * <p>While no recording runs, an event costs the check of a flag.
 */
public final class JfrEvents {

    // Classes that refer to jdk.jfr are loaded only after this check.
    private static final boolean AVAILABLE = isAvailable();

    private JfrEvents() {}

    private static boolean isAvailable() {
        try {
            return FlightRecorder.isAvailable();
        } catch (LinkageError e) {
            return false;
        }
    }

    public static void connectionOpened(String client, String endpoint) {
        if (AVAILABLE) {
            new EventTypes.ConnectionOpened(client, endpoint).commit();
        }
    }

    public static void connectionClosed(String client, String endpoint, String reason) {
        if (AVAILABLE) {
            new EventTypes.ConnectionClosed(client, endpoint, reason).commit();
        }
    }

    public static void drained(String client, String reason) {
        if (AVAILABLE) {
            new EventTypes.Drained(client, reason).commit();
        }
    }

    public static void quarantined(String client, String table) {
        if (AVAILABLE) {
            new EventTypes.Quarantined(client, table).commit();
        }
    }

    public static void stateChanged(String client, String before, String now, String reason) {
        if (AVAILABLE) {
            new EventTypes.StateChanged(client, before, now, reason).commit();
        }
    }

    public static void rejectedLookup(String client, Object index, String reason) {
        if (AVAILABLE) {
            new EventTypes.RejectedLookup(client, index.toString(), reason).commit();
        }
    }

    public static boolean recordsSlowLookups() {
        return AVAILABLE && SlowLookups.areEnabled();
    }

    /** Records a lookup that took long, and how many requests were written together. */
    public static void slowLookup(String client, Object index, long nanos, int batch, boolean failed) {
        if (AVAILABLE) {
            new EventTypes.SlowLookup(client, index.toString(), nanos, batch, failed).commit();
        }
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
