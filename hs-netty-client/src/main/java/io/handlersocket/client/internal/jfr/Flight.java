// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import io.handlersocket.client.ClientSnapshot;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * The events of Java Flight Recorder; nothing where this Java has none. While nothing is recorded each costs a look at a flag.
 *
 * <p>Built so that no class of {@code jdk.jfr} is touched where that module is absent.
 */
public final class Flight {

    private static final boolean AVAILABLE = isThere();

    private Flight() {}

    private static boolean isThere() {
        try {
            return FlightRecorder.isAvailable();
        } catch (LinkageError e) {
            return false;
        }
    }

    /** A connection serves lookups. */
    public static void opened(String client, String endpoint) {
        if (AVAILABLE) {
            new ConnectionOpenedEvent(client, endpoint).commit();
        }
    }

    /** A connection ended. */
    public static void closed(String client, String endpoint, String reason) {
        if (AVAILABLE) {
            new ConnectionClosedEvent(client, endpoint, reason).commit();
        }
    }

    /** All connections were closed on purpose. */
    public static void drained(String client, String reason) {
        if (AVAILABLE) {
            new DrainedEvent(client, reason).commit();
        }
    }

    /** A table is set aside. */
    public static void quarantined(String client, String table) {
        if (AVAILABLE) {
            new QuarantinedEvent(client, table).commit();
        }
    }

    /** A client's state changed. */
    public static void stateChanged(String client, String before, String now, String reason) {
        if (AVAILABLE) {
            new StateChangedEvent(client, before, now, reason).commit();
        }
    }

    /** A lookup was not sent. */
    public static void rejected(String client, Object index, String reason) {
        if (AVAILABLE) {
            new RejectedLookupEvent(client, index.toString(), reason).commit();
        }
    }

    /** Whether anybody wants to know of slow lookups. */
    public static boolean wantsSlowLookups() {
        return AVAILABLE && Wanted.slowLookups();
    }

    /** A lookup took long. */
    public static void slow(String client, Object index, long nanos, int batch, boolean failed) {
        if (AVAILABLE) {
            new SlowLookupEvent(client, index.toString(), nanos, batch, failed).commit();
        }
    }

    /**
     * Records a client's state every ten seconds, or as the recording says, from here on.
     *
     * @return ends that
     */
    public static AutoCloseable watch(String client, Supplier<ClientSnapshot> snapshot) {
        return AVAILABLE ? new Watch(client, snapshot) : () -> {};
    }

    private static final class Wanted {

        private static final SlowLookupEvent SLOW = new SlowLookupEvent("", "", 0, 0, false);

        static boolean slowLookups() {
            return SLOW.isEnabled();
        }
    }

    private static final class Watch implements AutoCloseable {

        private static final Set<Watch> ALL = ConcurrentHashMap.newKeySet();
        private static final Class<ClientEvent> EVENT = ClientEvent.class; // while its loader is surely there
        private static final Runnable EACH = Watch::recordAll; // the same one to add and to remove

        // Only once somebody records: before that, registering would start the recorder.
        private static final FlightRecorderListener START = new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
                FlightRecorder.addPeriodicEvent(EVENT, EACH);
            }
        };

        private final String client;
        private final Supplier<ClientSnapshot> snapshot;

        Watch(String client, Supplier<ClientSnapshot> snapshot) {
            this.client = client;
            this.snapshot = snapshot;
            add(this);
        }

        private static synchronized void add(Watch watch) {
            if (ALL.isEmpty()) {
                FlightRecorder.addListener(START);
            }
            ALL.add(watch);
        }

        /** The last one leaves nothing behind: the recorder outlives the application's class loader. */
        private static synchronized void remove(Watch watch) {
            if (ALL.remove(watch) && ALL.isEmpty()) {
                FlightRecorder.removeListener(START);
                FlightRecorder.removePeriodicEvent(EACH);
            }
        }

        private static void recordAll() {
            ALL.forEach(Watch::record);
        }

        private void record() {
            ClientSnapshot now = snapshot.get();
            new ClientEvent(
                            client,
                            now.state().name(),
                            now.reason(),
                            now.endpoint().map(Object::toString).orElse(""),
                            now.circuit().name(),
                            now.guardLag().map(Duration::toNanos).orElse(0L),
                            now.connections(),
                            now.inFlight(),
                            now.found(),
                            now.missed(),
                            now.failed(),
                            now.reconnects(),
                            now.openIndexes().size(),
                            now.quarantined().toString())
                    .commit();
        }

        @Override
        public void close() {
            remove(this);
        }
    }
}
