// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.RejectedLookup")
@Label("Rejected Lookup")
@Description("A lookup that was not sent, because others were before it")
@Category("HandlerSocket")
@StackTrace(false)
final class RejectedLookupEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Index")
    final String index;

    @Label("Reason")
    final String reason;

    RejectedLookupEvent(String client, String index, String reason) {
        this.client = client;
        this.index = index;
        this.reason = reason;
    }
}
