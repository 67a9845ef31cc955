// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import java.util.ArrayList;
import java.util.List;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** The statements of one application that are no reads. */
final class DmlLog implements StatementInspector {

    private static final long serialVersionUID = 1L;

    private final ArrayList<String> statements = new ArrayList<>();

    @Override
    public synchronized String inspect(String sql) {
        if (!sql.startsWith("select") && !sql.startsWith("(select")) {
            statements.add(sql);
        }
        return sql;
    }

    /** What was written since the last call. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(statements);
        statements.clear();
        return taken;
    }
}
