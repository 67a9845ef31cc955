// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.HibernateTypes;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;

/** Finds the columns of a result set of which every reader keeps only the local date or time. */
final class LocalReads {

    private LocalReads() {}

    /** Returns the bits of these columns; see {@link RowsResultSet#bit}. */
    static long of(List<SqlSelection> selections) {
        long local = 0;
        long other = 0;
        for (SqlSelection selection : selections) {
            int column = selection.getJdbcResultSetIndex();
            if (column >= 1) {
                if (HibernateTypes.keepsLocalTime(selection.getJdbcValueExtractor())) {
                    local |= RowsResultSet.bit(column);
                } else {
                    other |= RowsResultSet.bit(column);
                }
            }
        }
        return local & ~other;
    }
}
