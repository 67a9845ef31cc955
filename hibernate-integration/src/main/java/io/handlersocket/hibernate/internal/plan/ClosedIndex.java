// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.hibernate.JdbcReason;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reasons of an index that is not open, without a failed lookup: the exception of a lookup has the stack trace of
 * its caller, which takes longer to make than the rest of the decision for JDBC.
 */
final class ClosedIndex {

    private static final Map<Reason, JdbcReason> REASONS = Arrays.stream(Reason.values())
            .collect(Collectors.toMap(
                    Function.identity(),
                    reason -> JdbcReason.ofFailed(new UnavailableException(reason, "")),
                    (one, other) -> one,
                    () -> new EnumMap<>(Reason.class)));

    private ClosedIndex() {}

    private static JdbcReason of(Reason reason) {
        JdbcReason known = REASONS.get(reason);
        if (known == null) {
            throw new AssertionError(reason);
        }
        return known;
    }

    /** See {@link OpenPlan#closed(boolean)}. */
    static @Nullable JdbcReason reason(Index index, boolean certain) {
        Reason closed = index.closedReason().orElse(null); // before the request, which may change it
        if ((certain && closed == null) || index.tryOpen()) {
            return null;
        }
        return of(closed == null ? Reason.NOT_OPEN : closed);
    }
}
