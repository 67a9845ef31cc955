// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.KeyRecorder;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBinder;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.jspecify.annotations.Nullable;

/** The values that Hibernate binds to the parameters of a statement. */
final class BoundValues {

    private BoundValues() {}

    static List<@Nullable Object[]> keys(
            PlannedStatement statement,
            List<JdbcParameterBinder> binders,
            JdbcParameterBindings bindings,
            ExecutionContext context) {
        int[][] positions = statement.keys();
        KeyRecorder recorder = new KeyRecorder();
        List<@Nullable Object[]> keys = new ArrayList<>(positions.length);
        @Nullable Object[] key = new Object[positions[0].length];
        for (int[] parts : positions) {
            boolean matches = true;
            for (int i = 0; i < key.length; i++) {
                key[i] = parts[i] < 0
                        ? statement.rangeConstant(parts[i])
                        : value(binders.get(parts[i]), recorder, bindings, context);
                matches &= key[i] != null;
            }
            // Hibernate fills a batch that is not full with NULL, which no row equals.
            if (matches || keys.isEmpty()) {
                keys.add(key);
                key = new Object[parts.length];
            }
        }
        return keys;
    }

    static List<Object> constants(
            PlannedStatement statement,
            List<JdbcParameterBinder> binders,
            JdbcParameterBindings bindings,
            ExecutionContext context) {
        if (!statement.hasParameters()) {
            return statement.constants();
        }
        KeyRecorder recorder = new KeyRecorder();
        List<Object> constants = new ArrayList<>(statement.constants());
        constants.replaceAll(constant -> {
            if (!(constant instanceof Lookup.Parameter parameter)) {
                return constant;
            }
            Object value = value(binders.get(parameter.position()), recorder, bindings, context);
            if (value == null) {
                throw LeftToJdbcException.value("a filter, or a condition on a joined table, compares with NULL");
            }
            return value;
        });
        return constants;
    }

    private static @Nullable Object value(
            JdbcParameterBinder binder,
            KeyRecorder recorder,
            JdbcParameterBindings bindings,
            ExecutionContext context) {
        try {
            binder.bindParameterValue(recorder.statement(), 1, bindings, context);
            return recorder.take();
        } catch (SQLException e) {
            throw LeftToJdbcException.value("the key is of a type or date that only the driver can send");
        }
    }
}
