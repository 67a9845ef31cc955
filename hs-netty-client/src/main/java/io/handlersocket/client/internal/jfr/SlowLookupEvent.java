// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

@Name("io.handlersocket.SlowLookup")
@Label("Slow Lookup")
@Description("A lookup that took longer than the option slowLookup")
@Category("HandlerSocket")
@StackTrace(false)
final class SlowLookupEvent extends Event {

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

    SlowLookupEvent(String client, String index, long took, int batch, boolean failed) {
        this.client = client;
        this.index = index;
        this.took = took;
        this.batch = batch;
        this.failed = failed;
    }
}
