// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

@Name("io.handlersocket.Client")
@Label("Client")
@Description("The state of a client")
@Category("HandlerSocket")
@StackTrace(false)
@Period("10 s")
final class ClientEvent extends Event {

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

    ClientEvent(
            String client,
            String state,
            String reason,
            String endpoint,
            String circuit,
            long guardLag,
            int connections,
            int inFlight,
            long found,
            long missed,
            long failed,
            long reconnects,
            int openIndexes,
            String quarantined) {
        this.client = client;
        this.state = state;
        this.reason = reason;
        this.endpoint = endpoint;
        this.circuit = circuit;
        this.guardLag = guardLag;
        this.connections = connections;
        this.inFlight = inFlight;
        this.found = found;
        this.missed = missed;
        this.failed = failed;
        this.reconnects = reconnects;
        this.openIndexes = openIndexes;
        this.quarantined = quarantined;
    }
}
