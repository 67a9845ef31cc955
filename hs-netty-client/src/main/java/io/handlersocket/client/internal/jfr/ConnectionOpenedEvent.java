// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.ConnectionOpened")
@Label("Connection Opened")
@Description("A connection is authenticated and serves lookups")
@Category("HandlerSocket")
@StackTrace(false)
final class ConnectionOpenedEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Endpoint")
    final String endpoint;

    ConnectionOpenedEvent(String client, String endpoint) {
        this.client = client;
        this.endpoint = endpoint;
    }
}
