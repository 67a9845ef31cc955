// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.internal.jfr.JfrEvents;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports how lookups end; those longer than {@code slowNanos} are events of Java Flight Recorder. */
public record LookupEvents(String client, @Nullable ClientListener listener, long slowNanos) {

    boolean measuresTime() {
        return listener != null || JfrEvents.recordsSlowLookups();
    }

    void completed(WireIndex index, long nanos, int batch, boolean failed) {
        if (nanos > slowNanos) {
            JfrEvents.slowLookup(client, index, nanos, batch, failed);
        }
        if (listener != null) {
            listener.completed(spec(index), nanos, batch, failed);
        }
    }

    void rejected(WireIndex index, HandlerSocketException failure) {
        JfrEvents.rejectedLookup(client, index, String.valueOf(failure.getMessage()));
        if (listener != null) {
            listener.rejected(spec(index), String.valueOf(failure.getMessage()));
        }
    }

    private static IndexSpec spec(WireIndex index) {
        return new IndexSpec(index.table(), index.index(), List.of());
    }
}
