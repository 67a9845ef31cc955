// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;

/** Finds the columns of a result set of which every reader keeps only the local date or time. */
final class LocalReads {

    private LocalReads() {}

    /** Returns a bit for each such column, the lowest for column 1. Columns after the 64th have none. */
    static long of(List<SqlSelection> selections) {
        long local = 0;
        long other = 0;
        for (SqlSelection selection : selections) {
            int index = selection.getJdbcResultSetIndex() - 1;
            if (index >= 0 && index < Long.SIZE) {
                if (HibernateTypes.keepsLocalTime(selection.getJdbcValueExtractor())) {
                    local |= 1L << index;
                } else {
                    other |= 1L << index;
                }
            }
        }
        return local & ~other;
    }
}
