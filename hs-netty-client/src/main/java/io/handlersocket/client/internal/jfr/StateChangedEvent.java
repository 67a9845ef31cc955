// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.StateChanged")
@Label("State Changed")
@Description("A client became ready, or is so no more")
@Category("HandlerSocket")
@StackTrace(false)
final class StateChangedEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Before")
    final String before;

    @Label("Now")
    final String now;

    @Label("Reason")
    final String reason;

    StateChangedEvent(String client, String before, String now, String reason) {
        this.client = client;
        this.before = before;
        this.now = now;
        this.reason = reason;
    }
}
