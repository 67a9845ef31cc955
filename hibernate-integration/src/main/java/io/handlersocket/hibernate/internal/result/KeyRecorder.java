// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.result;

import io.handlersocket.hibernate.internal.jdbc.UnsupportedPreparedStatement;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Records the value that a parameter's binder sets. Binders apply converters and choose the type, so only they know the
 * value that JDBC would send. Dates and times are refused, because the driver decides what it sends for them.
 */
public final class KeyRecorder extends UnsupportedPreparedStatement {

    private @Nullable Object value;
    private boolean set;

    /**
     * Returns the value that was set, null for NULL, and clears it for the next one.
     *
     * @throws SQLException if no value was set
     */
    public @Nullable Object take() throws SQLException {
        if (!set) {
            throw new SQLException("no value was bound");
        }
        set = false;
        return value;
    }

    @Override
    public void setNull(int position, int type) {
        record(null);
    }

    @Override
    public void setNull(int position, int type, String typeName) {
        record(null);
    }

    @Override
    public void setBoolean(int position, boolean v) {
        record(v);
    }

    @Override
    public void setByte(int position, byte v) {
        record(v);
    }

    @Override
    public void setShort(int position, short v) {
        record(v);
    }

    @Override
    public void setInt(int position, int v) {
        record(v);
    }

    @Override
    public void setLong(int position, long v) {
        record(v);
    }

    @Override
    public void setBigDecimal(int position, BigDecimal v) {
        record(v);
    }

    @Override
    public void setString(int position, String v) {
        record(v);
    }

    @Override
    public void setNString(int position, String v) {
        record(v);
    }

    @Override
    public void setBytes(int position, byte[] v) {
        record(v);
    }

    @Override
    public void setObject(int position, Object v) throws SQLException {
        if (!(v instanceof UUID || v instanceof String)) {
            super.setObject(position, v);
        }
        record(v);
    }

    @Override
    public void setObject(int position, Object v, int type) throws SQLException {
        setObject(position, v);
    }

    private void record(@Nullable Object v) {
        value = v;
        set = true;
    }
}
