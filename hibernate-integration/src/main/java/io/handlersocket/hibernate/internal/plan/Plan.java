// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to answer one statement: of one table a {@link LookupPlan}, of several a {@link JoinPlan}. Never waits.
 */
public sealed interface Plan permits LookupPlan, JoinPlan {

    /** What is open, or null while something is not. */
    @Nullable
    OpenPlan open();

    JdbcReason reason();

    /** Starts over, because a table has changed. */
    void forget(OpenPlan stale);

    /**
     * Resolves the plan in the background, unless this is under way, done, or failed a short time ago.
     *
     * @param schema the schema of unqualified tables
     * @param now whether to try even shortly after a failure
     * @return completes, and never fails, once it is open or refused
     */
    CompletionStage<Void> resolve(HandlerSocketClient client, String schema, boolean now);

    /** Returns whether a read sent now would reach the server; a hint. */
    default boolean isReady() {
        OpenPlan open = open();
        return open != null && open.closed() == null;
    }

    /** Returns why a read of its open form has no answer, and starts over if that is because a table has changed. */
    default LeftToJdbcException failed(OpenPlan open, RuntimeException failure) {
        if (failure instanceof RefusedException && open.closed() == null) { // else the index is refused
            return LeftToJdbcException.value("a bound that its column cannot hold");
        }
        LeftToJdbcException why = failure instanceof LeftToJdbcException left
                ? left
                : failure instanceof HandlerSocketException lookup
                        ? new LeftToJdbcException(JdbcReason.ofFailed(lookup))
                        : LeftToJdbcException.value(
                                "a key or column value is of a type that HandlerSocket does not take");
        if (failure instanceof RefusedException || why.reason().kind() == JdbcReason.Kind.TABLE_CHANGED) {
            forget(open);
        }
        return why;
    }
}
