// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * Passes every method on to another result set. Subclasses override what they need. It is no dynamic proxy, because
 * getters are called for each column of each row. It is long because {@link ResultSet} has nearly 200 methods.
 */
@NullUnmarked // java.sql says nothing of null
@SuppressWarnings("deprecation") // the interface still has methods it deprecates
public abstract class DelegatingResultSet implements ResultSet {

    private final ResultSet rows;

    protected DelegatingResultSet(ResultSet rows) {
        this.rows = rows;
    }

    @Override
    public boolean absolute(int p1) throws SQLException {
        return rows.absolute(p1);
    }

    @Override
    public void afterLast() throws SQLException {
        rows.afterLast();
    }

    @Override
    public void beforeFirst() throws SQLException {
        rows.beforeFirst();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        rows.cancelRowUpdates();
    }

    @Override
    public void clearWarnings() throws SQLException {
        rows.clearWarnings();
    }

    @Override
    public void close() throws SQLException {
        rows.close();
    }

    @Override
    public void deleteRow() throws SQLException {
        rows.deleteRow();
    }

    @Override
    public int findColumn(String p1) throws SQLException {
        return rows.findColumn(p1);
    }

    @Override
    public boolean first() throws SQLException {
        return rows.first();
    }

    @Override
    public Array getArray(String p1) throws SQLException {
        return rows.getArray(p1);
    }

    @Override
    public Array getArray(int p1) throws SQLException {
        return rows.getArray(p1);
    }

    @Override
    public InputStream getAsciiStream(String p1) throws SQLException {
        return rows.getAsciiStream(p1);
    }

    @Override
    public InputStream getAsciiStream(int p1) throws SQLException {
        return rows.getAsciiStream(p1);
    }

    @Override
    public BigDecimal getBigDecimal(String p1, int p2) throws SQLException {
        return rows.getBigDecimal(p1, p2);
    }

    @Override
    public BigDecimal getBigDecimal(String p1) throws SQLException {
        return rows.getBigDecimal(p1);
    }

    @Override
    public BigDecimal getBigDecimal(int p1, int p2) throws SQLException {
        return rows.getBigDecimal(p1, p2);
    }

    @Override
    public BigDecimal getBigDecimal(int p1) throws SQLException {
        return rows.getBigDecimal(p1);
    }

    @Override
    public InputStream getBinaryStream(String p1) throws SQLException {
        return rows.getBinaryStream(p1);
    }

    @Override
    public InputStream getBinaryStream(int p1) throws SQLException {
        return rows.getBinaryStream(p1);
    }

    @Override
    public Blob getBlob(String p1) throws SQLException {
        return rows.getBlob(p1);
    }

    @Override
    public Blob getBlob(int p1) throws SQLException {
        return rows.getBlob(p1);
    }

    @Override
    public boolean getBoolean(String p1) throws SQLException {
        return rows.getBoolean(p1);
    }

    @Override
    public boolean getBoolean(int p1) throws SQLException {
        return rows.getBoolean(p1);
    }

    @Override
    public byte getByte(String p1) throws SQLException {
        return rows.getByte(p1);
    }

    @Override
    public byte getByte(int p1) throws SQLException {
        return rows.getByte(p1);
    }

    @Override
    public byte[] getBytes(String p1) throws SQLException {
        return rows.getBytes(p1);
    }

    @Override
    public byte[] getBytes(int p1) throws SQLException {
        return rows.getBytes(p1);
    }

    @Override
    public Reader getCharacterStream(String p1) throws SQLException {
        return rows.getCharacterStream(p1);
    }

    @Override
    public Reader getCharacterStream(int p1) throws SQLException {
        return rows.getCharacterStream(p1);
    }

    @Override
    public Clob getClob(String p1) throws SQLException {
        return rows.getClob(p1);
    }

    @Override
    public Clob getClob(int p1) throws SQLException {
        return rows.getClob(p1);
    }

    @Override
    public int getConcurrency() throws SQLException {
        return rows.getConcurrency();
    }

    @Override
    public String getCursorName() throws SQLException {
        return rows.getCursorName();
    }

    @Override
    public Date getDate(String p1, Calendar p2) throws SQLException {
        return rows.getDate(p1, p2);
    }

    @Override
    public Date getDate(String p1) throws SQLException {
        return rows.getDate(p1);
    }

    @Override
    public Date getDate(int p1, Calendar p2) throws SQLException {
        return rows.getDate(p1, p2);
    }

    @Override
    public Date getDate(int p1) throws SQLException {
        return rows.getDate(p1);
    }

    @Override
    public double getDouble(String p1) throws SQLException {
        return rows.getDouble(p1);
    }

    @Override
    public double getDouble(int p1) throws SQLException {
        return rows.getDouble(p1);
    }

    @Override
    public int getFetchDirection() throws SQLException {
        return rows.getFetchDirection();
    }

    @Override
    public int getFetchSize() throws SQLException {
        return rows.getFetchSize();
    }

    @Override
    public float getFloat(String p1) throws SQLException {
        return rows.getFloat(p1);
    }

    @Override
    public float getFloat(int p1) throws SQLException {
        return rows.getFloat(p1);
    }

    @Override
    public int getHoldability() throws SQLException {
        return rows.getHoldability();
    }

    @Override
    public int getInt(String p1) throws SQLException {
        return rows.getInt(p1);
    }

    @Override
    public int getInt(int p1) throws SQLException {
        return rows.getInt(p1);
    }

    @Override
    public long getLong(String p1) throws SQLException {
        return rows.getLong(p1);
    }

    @Override
    public long getLong(int p1) throws SQLException {
        return rows.getLong(p1);
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        return rows.getMetaData();
    }

    @Override
    public Reader getNCharacterStream(String p1) throws SQLException {
        return rows.getNCharacterStream(p1);
    }

    @Override
    public Reader getNCharacterStream(int p1) throws SQLException {
        return rows.getNCharacterStream(p1);
    }

    @Override
    public NClob getNClob(String p1) throws SQLException {
        return rows.getNClob(p1);
    }

    @Override
    public NClob getNClob(int p1) throws SQLException {
        return rows.getNClob(p1);
    }

    @Override
    public String getNString(String p1) throws SQLException {
        return rows.getNString(p1);
    }

    @Override
    public String getNString(int p1) throws SQLException {
        return rows.getNString(p1);
    }

    @Override
    public <T> T getObject(String p1, Class<T> p2) throws SQLException {
        return rows.getObject(p1, p2);
    }

    @Override
    public Object getObject(String p1, Map<String, Class<?>> p2) throws SQLException {
        return rows.getObject(p1, p2);
    }

    @Override
    public Object getObject(String p1) throws SQLException {
        return rows.getObject(p1);
    }

    @Override
    public <T> T getObject(int p1, Class<T> p2) throws SQLException {
        return rows.getObject(p1, p2);
    }

    @Override
    public Object getObject(int p1, Map<String, Class<?>> p2) throws SQLException {
        return rows.getObject(p1, p2);
    }

    @Override
    public Object getObject(int p1) throws SQLException {
        return rows.getObject(p1);
    }

    @Override
    public Ref getRef(String p1) throws SQLException {
        return rows.getRef(p1);
    }

    @Override
    public Ref getRef(int p1) throws SQLException {
        return rows.getRef(p1);
    }

    @Override
    public int getRow() throws SQLException {
        return rows.getRow();
    }

    @Override
    public RowId getRowId(String p1) throws SQLException {
        return rows.getRowId(p1);
    }

    @Override
    public RowId getRowId(int p1) throws SQLException {
        return rows.getRowId(p1);
    }

    @Override
    public SQLXML getSQLXML(String p1) throws SQLException {
        return rows.getSQLXML(p1);
    }

    @Override
    public SQLXML getSQLXML(int p1) throws SQLException {
        return rows.getSQLXML(p1);
    }

    @Override
    public short getShort(String p1) throws SQLException {
        return rows.getShort(p1);
    }

    @Override
    public short getShort(int p1) throws SQLException {
        return rows.getShort(p1);
    }

    @Override
    public Statement getStatement() throws SQLException {
        return rows.getStatement();
    }

    @Override
    public String getString(String p1) throws SQLException {
        return rows.getString(p1);
    }

    @Override
    public String getString(int p1) throws SQLException {
        return rows.getString(p1);
    }

    @Override
    public Time getTime(String p1, Calendar p2) throws SQLException {
        return rows.getTime(p1, p2);
    }

    @Override
    public Time getTime(String p1) throws SQLException {
        return rows.getTime(p1);
    }

    @Override
    public Time getTime(int p1, Calendar p2) throws SQLException {
        return rows.getTime(p1, p2);
    }

    @Override
    public Time getTime(int p1) throws SQLException {
        return rows.getTime(p1);
    }

    @Override
    public Timestamp getTimestamp(String p1, Calendar p2) throws SQLException {
        return rows.getTimestamp(p1, p2);
    }

    @Override
    public Timestamp getTimestamp(String p1) throws SQLException {
        return rows.getTimestamp(p1);
    }

    @Override
    public Timestamp getTimestamp(int p1, Calendar p2) throws SQLException {
        return rows.getTimestamp(p1, p2);
    }

    @Override
    public Timestamp getTimestamp(int p1) throws SQLException {
        return rows.getTimestamp(p1);
    }

    @Override
    public int getType() throws SQLException {
        return rows.getType();
    }

    @Override
    public URL getURL(String p1) throws SQLException {
        return rows.getURL(p1);
    }

    @Override
    public URL getURL(int p1) throws SQLException {
        return rows.getURL(p1);
    }

    @Override
    public InputStream getUnicodeStream(String p1) throws SQLException {
        return rows.getUnicodeStream(p1);
    }

    @Override
    public InputStream getUnicodeStream(int p1) throws SQLException {
        return rows.getUnicodeStream(p1);
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        return rows.getWarnings();
    }

    @Override
    public void insertRow() throws SQLException {
        rows.insertRow();
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return rows.isAfterLast();
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        return rows.isBeforeFirst();
    }

    @Override
    public boolean isClosed() throws SQLException {
        return rows.isClosed();
    }

    @Override
    public boolean isFirst() throws SQLException {
        return rows.isFirst();
    }

    @Override
    public boolean isLast() throws SQLException {
        return rows.isLast();
    }

    @Override
    public boolean isWrapperFor(Class<?> p1) throws SQLException {
        return rows.isWrapperFor(p1);
    }

    @Override
    public boolean last() throws SQLException {
        return rows.last();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        rows.moveToCurrentRow();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        rows.moveToInsertRow();
    }

    @Override
    public boolean next() throws SQLException {
        return rows.next();
    }

    @Override
    public boolean previous() throws SQLException {
        return rows.previous();
    }

    @Override
    public void refreshRow() throws SQLException {
        rows.refreshRow();
    }

    @Override
    public boolean relative(int p1) throws SQLException {
        return rows.relative(p1);
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        return rows.rowDeleted();
    }

    @Override
    public boolean rowInserted() throws SQLException {
        return rows.rowInserted();
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        return rows.rowUpdated();
    }

    @Override
    public void setFetchDirection(int p1) throws SQLException {
        rows.setFetchDirection(p1);
    }

    @Override
    public void setFetchSize(int p1) throws SQLException {
        rows.setFetchSize(p1);
    }

    @Override
    public <T> T unwrap(Class<T> p1) throws SQLException {
        return rows.unwrap(p1);
    }

    @Override
    public void updateArray(String p1, Array p2) throws SQLException {
        rows.updateArray(p1, p2);
    }

    @Override
    public void updateArray(int p1, Array p2) throws SQLException {
        rows.updateArray(p1, p2);
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2, int p3) throws SQLException {
        rows.updateAsciiStream(p1, p2, p3);
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2, long p3) throws SQLException {
        rows.updateAsciiStream(p1, p2, p3);
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2) throws SQLException {
        rows.updateAsciiStream(p1, p2);
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2, int p3) throws SQLException {
        rows.updateAsciiStream(p1, p2, p3);
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2, long p3) throws SQLException {
        rows.updateAsciiStream(p1, p2, p3);
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2) throws SQLException {
        rows.updateAsciiStream(p1, p2);
    }

    @Override
    public void updateBigDecimal(String p1, BigDecimal p2) throws SQLException {
        rows.updateBigDecimal(p1, p2);
    }

    @Override
    public void updateBigDecimal(int p1, BigDecimal p2) throws SQLException {
        rows.updateBigDecimal(p1, p2);
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2, int p3) throws SQLException {
        rows.updateBinaryStream(p1, p2, p3);
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2, long p3) throws SQLException {
        rows.updateBinaryStream(p1, p2, p3);
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2) throws SQLException {
        rows.updateBinaryStream(p1, p2);
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2, int p3) throws SQLException {
        rows.updateBinaryStream(p1, p2, p3);
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2, long p3) throws SQLException {
        rows.updateBinaryStream(p1, p2, p3);
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2) throws SQLException {
        rows.updateBinaryStream(p1, p2);
    }

    @Override
    public void updateBlob(String p1, InputStream p2, long p3) throws SQLException {
        rows.updateBlob(p1, p2, p3);
    }

    @Override
    public void updateBlob(String p1, InputStream p2) throws SQLException {
        rows.updateBlob(p1, p2);
    }

    @Override
    public void updateBlob(String p1, Blob p2) throws SQLException {
        rows.updateBlob(p1, p2);
    }

    @Override
    public void updateBlob(int p1, InputStream p2, long p3) throws SQLException {
        rows.updateBlob(p1, p2, p3);
    }

    @Override
    public void updateBlob(int p1, InputStream p2) throws SQLException {
        rows.updateBlob(p1, p2);
    }

    @Override
    public void updateBlob(int p1, Blob p2) throws SQLException {
        rows.updateBlob(p1, p2);
    }

    @Override
    public void updateBoolean(String p1, boolean p2) throws SQLException {
        rows.updateBoolean(p1, p2);
    }

    @Override
    public void updateBoolean(int p1, boolean p2) throws SQLException {
        rows.updateBoolean(p1, p2);
    }

    @Override
    public void updateByte(String p1, byte p2) throws SQLException {
        rows.updateByte(p1, p2);
    }

    @Override
    public void updateByte(int p1, byte p2) throws SQLException {
        rows.updateByte(p1, p2);
    }

    @Override
    public void updateBytes(String p1, byte[] p2) throws SQLException {
        rows.updateBytes(p1, p2);
    }

    @Override
    public void updateBytes(int p1, byte[] p2) throws SQLException {
        rows.updateBytes(p1, p2);
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2, int p3) throws SQLException {
        rows.updateCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2, long p3) throws SQLException {
        rows.updateCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2) throws SQLException {
        rows.updateCharacterStream(p1, p2);
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2, int p3) throws SQLException {
        rows.updateCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        rows.updateCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2) throws SQLException {
        rows.updateCharacterStream(p1, p2);
    }

    @Override
    public void updateClob(String p1, Reader p2, long p3) throws SQLException {
        rows.updateClob(p1, p2, p3);
    }

    @Override
    public void updateClob(String p1, Reader p2) throws SQLException {
        rows.updateClob(p1, p2);
    }

    @Override
    public void updateClob(String p1, Clob p2) throws SQLException {
        rows.updateClob(p1, p2);
    }

    @Override
    public void updateClob(int p1, Reader p2, long p3) throws SQLException {
        rows.updateClob(p1, p2, p3);
    }

    @Override
    public void updateClob(int p1, Reader p2) throws SQLException {
        rows.updateClob(p1, p2);
    }

    @Override
    public void updateClob(int p1, Clob p2) throws SQLException {
        rows.updateClob(p1, p2);
    }

    @Override
    public void updateDate(String p1, Date p2) throws SQLException {
        rows.updateDate(p1, p2);
    }

    @Override
    public void updateDate(int p1, Date p2) throws SQLException {
        rows.updateDate(p1, p2);
    }

    @Override
    public void updateDouble(String p1, double p2) throws SQLException {
        rows.updateDouble(p1, p2);
    }

    @Override
    public void updateDouble(int p1, double p2) throws SQLException {
        rows.updateDouble(p1, p2);
    }

    @Override
    public void updateFloat(String p1, float p2) throws SQLException {
        rows.updateFloat(p1, p2);
    }

    @Override
    public void updateFloat(int p1, float p2) throws SQLException {
        rows.updateFloat(p1, p2);
    }

    @Override
    public void updateInt(String p1, int p2) throws SQLException {
        rows.updateInt(p1, p2);
    }

    @Override
    public void updateInt(int p1, int p2) throws SQLException {
        rows.updateInt(p1, p2);
    }

    @Override
    public void updateLong(String p1, long p2) throws SQLException {
        rows.updateLong(p1, p2);
    }

    @Override
    public void updateLong(int p1, long p2) throws SQLException {
        rows.updateLong(p1, p2);
    }

    @Override
    public void updateNCharacterStream(String p1, Reader p2, long p3) throws SQLException {
        rows.updateNCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateNCharacterStream(String p1, Reader p2) throws SQLException {
        rows.updateNCharacterStream(p1, p2);
    }

    @Override
    public void updateNCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        rows.updateNCharacterStream(p1, p2, p3);
    }

    @Override
    public void updateNCharacterStream(int p1, Reader p2) throws SQLException {
        rows.updateNCharacterStream(p1, p2);
    }

    @Override
    public void updateNClob(String p1, Reader p2, long p3) throws SQLException {
        rows.updateNClob(p1, p2, p3);
    }

    @Override
    public void updateNClob(String p1, Reader p2) throws SQLException {
        rows.updateNClob(p1, p2);
    }

    @Override
    public void updateNClob(String p1, NClob p2) throws SQLException {
        rows.updateNClob(p1, p2);
    }

    @Override
    public void updateNClob(int p1, Reader p2, long p3) throws SQLException {
        rows.updateNClob(p1, p2, p3);
    }

    @Override
    public void updateNClob(int p1, Reader p2) throws SQLException {
        rows.updateNClob(p1, p2);
    }

    @Override
    public void updateNClob(int p1, NClob p2) throws SQLException {
        rows.updateNClob(p1, p2);
    }

    @Override
    public void updateNString(String p1, String p2) throws SQLException {
        rows.updateNString(p1, p2);
    }

    @Override
    public void updateNString(int p1, String p2) throws SQLException {
        rows.updateNString(p1, p2);
    }

    @Override
    public void updateNull(String p1) throws SQLException {
        rows.updateNull(p1);
    }

    @Override
    public void updateNull(int p1) throws SQLException {
        rows.updateNull(p1);
    }

    @Override
    public void updateObject(String p1, Object p2, int p3) throws SQLException {
        rows.updateObject(p1, p2, p3);
    }

    @Override
    public void updateObject(String p1, Object p2, SQLType p3, int p4) throws SQLException {
        rows.updateObject(p1, p2, p3, p4);
    }

    @Override
    public void updateObject(String p1, Object p2, SQLType p3) throws SQLException {
        rows.updateObject(p1, p2, p3);
    }

    @Override
    public void updateObject(String p1, Object p2) throws SQLException {
        rows.updateObject(p1, p2);
    }

    @Override
    public void updateObject(int p1, Object p2, int p3) throws SQLException {
        rows.updateObject(p1, p2, p3);
    }

    @Override
    public void updateObject(int p1, Object p2, SQLType p3, int p4) throws SQLException {
        rows.updateObject(p1, p2, p3, p4);
    }

    @Override
    public void updateObject(int p1, Object p2, SQLType p3) throws SQLException {
        rows.updateObject(p1, p2, p3);
    }

    @Override
    public void updateObject(int p1, Object p2) throws SQLException {
        rows.updateObject(p1, p2);
    }

    @Override
    public void updateRef(String p1, Ref p2) throws SQLException {
        rows.updateRef(p1, p2);
    }

    @Override
    public void updateRef(int p1, Ref p2) throws SQLException {
        rows.updateRef(p1, p2);
    }

    @Override
    public void updateRow() throws SQLException {
        rows.updateRow();
    }

    @Override
    public void updateRowId(String p1, RowId p2) throws SQLException {
        rows.updateRowId(p1, p2);
    }

    @Override
    public void updateRowId(int p1, RowId p2) throws SQLException {
        rows.updateRowId(p1, p2);
    }

    @Override
    public void updateSQLXML(String p1, SQLXML p2) throws SQLException {
        rows.updateSQLXML(p1, p2);
    }

    @Override
    public void updateSQLXML(int p1, SQLXML p2) throws SQLException {
        rows.updateSQLXML(p1, p2);
    }

    @Override
    public void updateShort(String p1, short p2) throws SQLException {
        rows.updateShort(p1, p2);
    }

    @Override
    public void updateShort(int p1, short p2) throws SQLException {
        rows.updateShort(p1, p2);
    }

    @Override
    public void updateString(String p1, String p2) throws SQLException {
        rows.updateString(p1, p2);
    }

    @Override
    public void updateString(int p1, String p2) throws SQLException {
        rows.updateString(p1, p2);
    }

    @Override
    public void updateTime(String p1, Time p2) throws SQLException {
        rows.updateTime(p1, p2);
    }

    @Override
    public void updateTime(int p1, Time p2) throws SQLException {
        rows.updateTime(p1, p2);
    }

    @Override
    public void updateTimestamp(String p1, Timestamp p2) throws SQLException {
        rows.updateTimestamp(p1, p2);
    }

    @Override
    public void updateTimestamp(int p1, Timestamp p2) throws SQLException {
        rows.updateTimestamp(p1, p2);
    }

    @Override
    public boolean wasNull() throws SQLException {
        return rows.wasNull();
    }
}
