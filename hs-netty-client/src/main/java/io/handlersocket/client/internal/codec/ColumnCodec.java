// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.protocol.Ascii;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of a column to the bytes that HandlerSocket transmits, and back. Immutable; thread-safe.
 *
 * <p>The server coerces a key silently and would return another row. So a key has one canonical form: a codec encodes a
 * value to it, returns that no row can equal the value, or refuses the value.
 */
public abstract class ColumnCodec {

    /** The result of comparing a key part of a returned row with the requested key. */
    public enum KeyMatch {
        /** The values are the same: the row is returned. */
        EQUAL,
        /** The texts differ, but are equal under the collation: the row is returned, as SQL would. */
        COLLATION_EQUAL,
        /**
         * The texts differ under a binary collation: the server changed the key before its lookup. The row is not
         * returned, because SQL would not find it.
         */
        COERCED,
        /**
         * The values differ. In the reply to one canonical key, that means that the reply is of another request: the
         * connection is closed.
         */
        DIFFERENT
    }

    private static final Map<Class<?>, Class<?>> WRAPPERS = Map.ofEntries(
            Map.entry(int.class, Integer.class),
            Map.entry(long.class, Long.class),
            Map.entry(boolean.class, Boolean.class),
            Map.entry(double.class, Double.class),
            Map.entry(float.class, Float.class),
            Map.entry(short.class, Short.class),
            Map.entry(byte.class, Byte.class));

    /** The display width of ZEROFILL is at most 255, and no other number is longer. */
    private static final int MAX_NUMBER_BYTES = 300;

    private final Column column;
    private final boolean zerofill;
    private final String accepted;
    private final @Nullable String readRefusal;
    private final @Nullable String keyRefusal;

    /**
     * @param accepted the Java types that {@link #encode} accepts, for error messages
     * @param readRefusal why HandlerSocket does not read the column as SQL does; null if it does
     * @param keyRefusal why the column cannot be part of a key; null if it can
     */
    ColumnCodec(Column column, String accepted, @Nullable String readRefusal, @Nullable String keyRefusal) {
        this.column = column;
        this.zerofill = column.zerofill();
        this.accepted = accepted;
        this.readRefusal = readRefusal;
        this.keyRefusal = keyRefusal;
    }

    /** Returns the codec of a column. It refuses all values of an unsupported type, character set or time zone. */
    public static ColumnCodec of(Column column, ServerFacts server) {
        return CodecChoice.of(column, server);
    }

    public final Column column() {
        return column;
    }

    /** Returns why HandlerSocket does not read this column as SQL does; empty if it does. */
    public final Optional<String> readRefusal() {
        return Optional.ofNullable(readRefusal);
    }

    /** Returns why HandlerSocket does not store values of this column as SQL does; empty if it does. */
    public Optional<String> storeRefusal() {
        return readRefusal();
    }

    /** Returns why this column cannot be part of a key that is looked up by {@code =}; empty if it can. */
    public final Optional<String> keyRefusal() {
        return Optional.ofNullable(keyRefusal);
    }

    /**
     * Returns the canonical key of a value, in the column's character set and not escaped. The array may be shared: do
     * not change it.
     *
     * @return null if no row can equal the value: it is null, out of range, too long, or finer than the column stores
     * @throws UndecidableValueException if only SQL can decide which rows equal the value, or any value of this column
     * @throws IllegalArgumentException if the column does not accept the value's Java type
     */
    public final byte @Nullable [] encodeKey(@Nullable Object value) {
        if (keyRefusal != null) {
            throw undecidable("cannot be part of a key: " + keyRefusal);
        }
        return value == null ? null : encode(value);
    }

    /**
     * Returns whether {@link #encodeKey} returns the {@linkplain Ascii#decimal shortest decimal text} of the value as a
     * long. Then a lookup can keep the number instead.
     */
    public boolean isDecimalKey(@Nullable Object value) {
        return false;
    }

    /** Returns the key that {@code =} finds a row by, given the row's unescaped value, which is not NULL. */
    public byte[] keyOf(byte[] buffer, int from, int to) {
        return Arrays.copyOfRange(buffer, from, to);
    }

    /**
     * Returns the bytes of a value to store. The array may be shared: do not change it.
     *
     * @throws IllegalArgumentException if the column cannot hold exactly this value, or does not accept its Java type
     */
    public final byte[] encodeValue(Object value) {
        byte[] bytes = encode(value);
        if (bytes == null || (column.octetLength() > 0 && bytes.length > column.octetLength())) {
            throw new IllegalArgumentException(this
                    + ": the value cannot be stored exactly: it is out of range, too long, too short or too precise");
        }
        return bytes;
    }

    /** Compares a key from {@link #encodeKey} with the value of a returned row, unescaped and not NULL. */
    public KeyMatch match(byte[] requested, byte[] buffer, int from, int to) {
        int requestedFrom = 0;
        int start = from;
        // The server returns 00000005 for 5 in a ZEROFILL column.
        if (zerofill && from < to) {
            requestedFrom = Ascii.skipZeros(requested, 0, requested.length);
            start = Ascii.skipZeros(buffer, from, to);
        }
        boolean same = Arrays.equals(requested, requestedFrom, requested.length, buffer, start, to);
        return same ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    /**
     * Returns an unescaped value, which is not NULL, in its natural type; null only for a zero date, as Connector/J.
     */
    public abstract @Nullable Object decode(byte[] buffer, int from, int to);

    /**
     * Converts an unescaped value, which is not NULL, to another type without loss; refuses what does not convert or
     * fit. A primitive type stands for its wrapper. Returns null only for a zero date.
     */
    @SuppressWarnings("unchecked")
    public final <T> @Nullable T decode(byte[] buffer, int from, int to, Class<T> type) {
        Class<?> wanted = type.isPrimitive() ? WRAPPERS.getOrDefault(type, type) : type;
        Object value = wanted == String.class ? decodeString(buffer, from, to) : convert(buffer, from, to, wanted);
        if (value != null && !wanted.isInstance(value)) {
            throw notConvertible(wanted);
        }
        return (T) value;
    }

    public final int decodeInt(byte[] buffer, int from, int to) {
        long value = decodeLong(buffer, from, to);
        if (value != (int) value) {
            throw doesNotFit(Integer.class);
        }
        return (int) value;
    }

    /** Returns a value as a long; refuses a column that does not convert to it, and a value that does not fit. */
    public long decodeLong(byte[] buffer, int from, int to) {
        throw notConvertible(Long.class);
    }

    /** Returns a value as the text that SQL prints. */
    public String decodeString(byte[] buffer, int from, int to) {
        return Ascii.string(buffer, from, to);
    }

    /** Implements {@link #encodeKey}. Must not return the given array itself, because the caller may change it. */
    abstract byte @Nullable [] encode(Object value);

    /** Converts to a type other than String; returns a value of another type if there is no such conversion. */
    @Nullable
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        return decode(buffer, from, to);
    }

    /** Throws if the server sent more bytes than any number has: parsing them could take minutes. */
    final void checkNumberLength(int from, int to) {
        if (to - from > MAX_NUMBER_BYTES) {
            throw malformed();
        }
    }

    final IllegalArgumentException wrongType(Object value) {
        return new IllegalArgumentException(
                this + ": unsupported type " + value.getClass().getName() + " (expected " + accepted + ')');
    }

    final UndecidableValueException undecidable(String reason) {
        return new UndecidableValueException(this + ": " + reason);
    }

    final IllegalArgumentException notConvertible(Class<?> type) {
        String instead = type == String.class ? "; use getBytes" : type == byte[].class ? "; use getString" : "";
        return new IllegalArgumentException(this + " does not convert to " + type.getTypeName() + instead);
    }

    final IllegalArgumentException doesNotFit(Class<?> type) {
        return new IllegalArgumentException(this + ": the value does not fit into " + type.getName());
    }

    final IllegalArgumentException malformed() {
        return new IllegalArgumentException(this + ": the server sent bytes that are not a value of this type");
    }

    @Override
    public final String toString() {
        return "column " + column.name() + ' ' + column.columnType();
    }

    static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    /** Returns whether a number other than zero has at most these digits before and after the decimal point. */
    static boolean fits(BigDecimal value, int wholeDigits, int scale) {
        // Checked first, because expanding 1E+1000000000 would take too long.
        return (long) value.precision() - value.scale() <= wholeDigits
                && (value.scale() <= scale || value.stripTrailingZeros().scale() <= scale);
    }

    /** Converts a number to a type that holds integers; refuses other types, and a number that does not fit. */
    final Object convertInteger(long value, Class<?> type) {
        if (type == Long.class) {
            return value;
        }
        if (type == Integer.class && value == (int) value) {
            return (int) value;
        }
        if (type == Short.class && value == (short) value) {
            return (short) value;
        }
        if (type == Byte.class && value == (byte) value) {
            return (byte) value;
        }
        if (type == Boolean.class && (value == 0 || value == 1)) {
            return value == 1;
        }
        if (type == BigInteger.class) {
            return BigInteger.valueOf(value);
        }
        if (type == BigDecimal.class) {
            return BigDecimal.valueOf(value);
        }
        boolean tooSmall = type == Integer.class || type == Short.class || type == Byte.class || type == Boolean.class;
        throw tooSmall ? doesNotFit(type) : notConvertible(type);
    }
}
