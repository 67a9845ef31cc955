// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan whose indexes are open: parameters in, the statement's values out. Safe for all threads. */
public interface OpenPlan {

    /** Returns why a read sent now would not reach the server; null if it would. A hint. */
    default @Nullable JdbcReason closed() {
        return closed(false);
    }

    /**
     * Returns the same, and has closed indexes opened again as a read does.
     *
     * @param certain whether only a reason counts with which a read sent now would fail
     */
    @Nullable
    JdbcReason closed(boolean certain);

    /**
     * Reads what the statement selects, all from one snapshot, waiting at most the client's request timeout for each
     * packet.
     *
     * @param keys for each the values compared, in the order of the lookup's key, followed by those of its range
     * @return for each row the statement's columns in its order
     * @throws io.handlersocket.client.RefusedException if a column cannot hold a bound; if an index is not open any
     *     more, because it is another one by now and the plan is out of date
     * @throws io.handlersocket.client.UndecidableValueException if only SQL can tell which rows a value matches
     * @throws io.handlersocket.client.HandlerSocketException if there is no answer
     * @throws IllegalArgumentException if a value or column is of a type the client does not take
     * @throws LeftToJdbcException if the plan is out of date, or if only SQL should answer: there are too many rows
     */
    List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants, Page page);

    /** Returns why this plan cannot answer a statement, which may have a LIMIT; null if it can. */
    @Nullable
    JdbcReason refusal(Answer answer, boolean limited);
}
