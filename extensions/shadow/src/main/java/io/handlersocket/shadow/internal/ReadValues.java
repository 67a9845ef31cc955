// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredRead;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.sql.ast.spi.SqlSelection;
import org.hibernate.type.descriptor.WrapperOptions;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate reads of a result set: the values that the getters return which its extractors call. Converters and
 * Java types get these values only, so equal values give equal attributes, also of types without {@code equals}.
 */
final class ReadValues {

    private final ResultSet results;
    private final ResultSet view;
    private List<@Nullable Object> read = new ArrayList<>();
    private boolean isNull;
    private boolean failed;

    private ReadValues(ResultSet results) {
        this.results = results;
        this.view = (ResultSet) Proxy.newProxyInstance(
                ReadValues.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> get(method, arguments));
    }

    /** Returns the values of all rows. */
    static List<List<@Nullable Object>> of(ResultSet results, List<SqlSelection> selections, WrapperOptions options)
            throws SQLException {
        ReadValues values = new ReadValues(results);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (results.next()) {
            List<@Nullable Object> row = new ArrayList<>(selections.size());
            for (SqlSelection selection : selections) {
                row.add(values.value(selection, options));
            }
            rows.add(row);
        }
        return rows;
    }

    private @Nullable Object value(SqlSelection selection, WrapperOptions options) {
        read = new ArrayList<>(1);
        isNull = false;
        failed = false;
        try {
            selection.getJdbcValueExtractor().extract(view, selection.getJdbcResultSetIndex(), options);
        } catch (SQLException | RuntimeException e) {
            // If no getter failed, it is the application's converter, which fails for both answers.
            failed |= read.isEmpty();
        }
        if (failed) {
            return AnsweredRead.UNREADABLE;
        }
        return isNull ? null : read;
    }

    private @Nullable Object get(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        Object value;
        try {
            value = method.invoke(results, arguments);
        } catch (InvocationTargetException e) {
            failed = true;
            throw e.getCause();
        }
        if (method.getName().equals("wasNull")) {
            isNull |= Boolean.TRUE.equals(value);
        } else if (arguments != null && method.getName().startsWith("get")) {
            isNull |= value == null;
            read.add(comparable(value));
        }
        return value;
    }

    private static @Nullable Object comparable(@Nullable Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof Clob clob) { // first: the driver's is a Blob too
            return clob.length() == 0 ? "" : clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof Blob blob) {
            return ByteBuffer.wrap(blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length()));
        }
        return value;
    }
}
