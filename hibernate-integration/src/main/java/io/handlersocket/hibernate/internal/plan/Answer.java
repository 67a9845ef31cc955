// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement returns of the rows that it reads. */
public enum Answer {
    ROWS,
    /** Equal rows once. */
    DISTINCT_ROWS,
    /** The number of rows whose first column is not NULL. */
    COUNT,
    /** Whether there is a row whose first column is not NULL. */
    EXISTS;

    static final JdbcReason COUNT_REFUSAL = JdbcReason.of(ReasonCode.UNCOUNTED);

    /** Returns whether the statement returns one row, whatever it reads. */
    public boolean isCount() {
        return this == COUNT || this == EXISTS;
    }

    /**
     * Returns why a statement stays on JDBC if its lookup cannot be opened for this reason. For a count, any index
     * would only lead to the next reason.
     */
    public JdbcReason refusal(JdbcReason lookup) {
        return isCount() && lookup.code() == ReasonCode.NO_INDEX ? COUNT_REFUSAL : lookup;
    }

    public List<@Nullable Object[]> of(List<@Nullable Object[]> read) {
        if (!isCount()) {
            return read;
        }
        long count = read.stream().filter(row -> row[0] != null).count();
        return List.<@Nullable Object[]>of(new Object[] {this == COUNT ? (Object) count : (Object) (count > 0)});
    }
}
