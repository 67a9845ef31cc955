// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import io.handlersocket.client.ClientSnapshot;
import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The event types of the client, one nested class each. */
final class EventTypes {

    private EventTypes() {}

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
