// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.hibernate.JdbcReason;
import org.jspecify.annotations.Nullable;

/** The reasons of an index that is not open, without a failed lookup. */
final class ClosedIndex {

    private static final JdbcReason EVICTED = of(Reason.EVICTED);
    private static final JdbcReason NOT_OPEN = of(Reason.NOT_OPEN);

    private ClosedIndex() {}

    private static JdbcReason of(Reason reason) {
        return JdbcReason.ofFailed(new UnavailableException(reason, ""));
    }

    /** Returns why a read sent now would not reach the server, and has the index opened again; null if it would. */
    static @Nullable JdbcReason reason(Index index) {
        if (index.tryOpen()) {
            return null;
        }
        return index.isEvicted() ? EVICTED : NOT_OPEN;
    }
}
