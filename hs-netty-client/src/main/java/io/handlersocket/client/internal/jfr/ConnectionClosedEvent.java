// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.ConnectionClosed")
@Label("Connection Closed")
@Description("A connection ended, whoever ended it")
@Category("HandlerSocket")
@StackTrace(false)
final class ConnectionClosedEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Endpoint")
    final String endpoint;

    @Label("Reason")
    final String reason;

    ConnectionClosedEvent(String client, String endpoint, String reason) {
        this.client = client;
        this.endpoint = endpoint;
        this.reason = reason;
    }
}
