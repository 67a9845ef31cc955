// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.shadow.Shadow.Difference;
import io.handlersocket.shadow.Shadow.OnDifference;
import io.handlersocket.shadow.internal.RowsComparison.Found;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The differences found so far, and the tables that are left to JDBC because of them. */
final class Differences {

    private static final Logger LOG = LoggerFactory.getLogger(Differences.class);
    private static final int MAX = 1_000;

    private final OnDifference onDifference;
    private final Set<Difference> found = ConcurrentHashMap.newKeySet();
    private final Map<String, JdbcReason> refusals = new ConcurrentHashMap<>();

    Differences(OnDifference onDifference) {
        this.onDifference = onDifference;
    }

    void add(AnsweredRead read, Found difference) {
        String where = difference.column() < 0
                ? String.join(", ", new TreeSet<>(read.selected().tables()))
                : read.selected().columns().get(difference.column());
        if (found.size() >= MAX || !found.add(new Difference(read.role(), where, difference.kind()))) {
            return;
        }
        if (onDifference == OnDifference.LOG) {
            LOG.warn(
                    "HandlerSocket and SQL give different answers for {}: {} of {}. Loads go on over HandlerSocket."
                            + " Set handlersocket.shadow.on-difference=quarantine, and report this",
                    read.role(),
                    difference.kind(),
                    where);
            return;
        }
        Set<String> tables = affected(read, where);
        tables.forEach(table -> refusals.putIfAbsent(key(table), reason(where, difference)));
        LOG.warn(
                "HandlerSocket and SQL give different answers for {}: {} of {}. JDBC answers all loads of {} until the"
                        + " application starts again. Report this",
                read.role(),
                difference.kind(),
                where,
                tables);
    }

    /** Returns the column's table, so that the other tables of a join stay fast; all tables without a column. */
    private static Set<String> affected(AnsweredRead read, String where) {
        Set<String> all = new TreeSet<>(read.selected().tables());
        Set<String> ofColumn = new TreeSet<>(all);
        ofColumn.removeIf(table -> !where.startsWith(table + '.'));
        return ofColumn.isEmpty() ? all : ofColumn;
    }

    private static JdbcReason reason(String where, Found difference) {
        return new JdbcReason(
                JdbcReason.Kind.TABLE,
                "shadow mode found a difference from SQL: " + difference.kind() + " of " + where);
    }

    List<Difference> all() {
        return List.copyOf(found);
    }

    boolean refuses() {
        return !refusals.isEmpty();
    }

    @Nullable
    JdbcReason refusal(Collection<String> tables) {
        for (String table : tables) {
            JdbcReason reason = refusals.get(key(table));
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    private static String key(String table) {
        return table.toLowerCase(Locale.ROOT);
    }
}
