// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.handlersocket.Quarantined")
@Label("Table Quarantined")
@Description("A table is set aside because somebody waits for a lock on it")
@Category("HandlerSocket")
@StackTrace(false)
final class QuarantinedEvent extends Event {

    @Label("Client")
    final String client;

    @Label("Table")
    final String table;

    QuarantinedEvent(String client, String table) {
        this.client = client;
        this.table = table;
    }
}
