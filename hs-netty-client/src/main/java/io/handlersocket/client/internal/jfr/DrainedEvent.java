// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.Drained")
@Label("Drained")
@Description("All connections were closed on purpose")
@Category("HandlerSocket")
@StackTrace(false)
final class DrainedEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Reason")
    final String reason;

    DrainedEvent(String client, String reason) {
        this.client = client;
        this.reason = reason;
    }
}
