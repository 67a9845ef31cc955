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

    private static final JdbcReason NOT_OPEN = JdbcReason.ofFailed(new UnavailableException(Reason.NOT_OPEN, ""));

    private ClosedIndex() {}

    /** See {@link OpenPlan#closed(boolean)}. */
    static @Nullable JdbcReason reason(Index index, boolean certain) {
        JdbcReason closed = JdbcReason.ofClosed(index);
        return closed != null || certain || index.tryOpen() ? closed : NOT_OPEN;
    }
}
