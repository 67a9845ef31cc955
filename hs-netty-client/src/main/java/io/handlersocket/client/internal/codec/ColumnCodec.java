// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values of one column, to and from the bytes HandlerSocket carries for it.
 *
 * <p>A key is either encoded to the one canonical text of its value, or it is known that no row can equal it, or it is
 * refused: the server itself coerces silently, and would answer with another row. Immutable; any thread.
 */
public abstract class ColumnCodec {

    private final Column column;
    private final @Nullable String readRefusal;
    private final @Nullable String keyRefusal;

    ColumnCodec(Column column, @Nullable String readRefusal, @Nullable String keyRefusal) {
        this.column = column;
        this.readRefusal = readRefusal;
        this.keyRefusal = keyRefusal;
    }

    /** The codec of a column; one that refuses both ways where the type, its character set or its zone is not supported. */
    public static ColumnCodec of(Column column, ServerFacts server) {
        return CodecChoice.of(column, server);
    }

    /** The column as the catalogue describes it. */
    public final Column column() {
        return column;
    }

    /** Why values of this column cannot be read as SQL would give them; empty if they can. */
    public final Optional<String> readRefusal() {
        return Optional.ofNullable(readRefusal);
    }

    /** Why this column cannot be part of a key looked up by {@code =}; empty if it can. */
    public final Optional<String> keyRefusal() {
        return Optional.ofNullable(keyRefusal);
    }

    /**
     * The canonical key of a value, in the column's character set and not yet escaped. The array may be shared: do not
     * change it.
     *
     * @return null if no row can equal the value: it is null, out of range, too long, or finer than the column stores
     * @throws UndecidableValueException if only SQL can tell which rows equal it, or any value of this column
     * @throws IllegalArgumentException if the value's Java type does not fit the column
     */
    public final byte @Nullable [] encodeKey(@Nullable Object value) {
        if (keyRefusal != null) {
            throw undecidable("cannot be part of a key: " + keyRefusal);
        }
        return value == null ? null : encode(value);
    }

    /**
     * The key of a stored value: what {@code =} finds the row by that this unescaped field, which is not NULL, came from. Text as
     * the server printed it is, for nearly all types.
     */
    public byte[] keyOf(byte[] buffer, int from, int to) {
        return Arrays.copyOfRange(buffer, from, to);
    }

    /**
     * The bytes of a value to store, which is not null; the array may be shared: do not change it.
     *
     * @throws IllegalArgumentException if the column cannot hold exactly this value, or its Java type does not fit
     */
    public final byte[] encodeValue(Object value) {
        byte[] bytes = encode(value);
        if (bytes == null || (column.octetLength() > 0 && bytes.length > column.octetLength())) {
            throw new IllegalArgumentException(
                    this + ": a value that it cannot hold exactly: out of range, too long, too short or too fine");
        }
        return bytes;
    }

    /** Whether a returned key field, unescaped, is the one asked for by {@link #encodeKey}. */
    public KeyMatch match(byte[] asked, byte[] buffer, int from, int to) {
        return Arrays.equals(asked, 0, asked.length, buffer, from, to) ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    /**
     * The value of an unescaped field that is not NULL, in its natural type.
     *
     * @return null only for a zero date, as Connector/J gives it
     * @throws IllegalArgumentException if the bytes are no value of this type
     */
    public abstract @Nullable Object decode(byte[] buffer, int from, int to);

    /**
     * The value of an unescaped field that is not NULL, as another type it converts to without loss.
     *
     * @param type the type wanted; a primitive type stands for its wrapper
     * @return null only for a zero date
     * @throws IllegalArgumentException if the column's type does not convert to it, or this value does not fit
     */
    @SuppressWarnings("unchecked")
    public final <T> @Nullable T decode(byte[] buffer, int from, int to, Class<T> type) {
        Class<?> wanted = wrapper(type);
        Object value = wanted == String.class ? decodeString(buffer, from, to) : convert(buffer, from, to, wanted);
        if (value != null && !wanted.isInstance(value)) {
            throw notConvertible(wanted);
        }
        return (T) value;
    }

    /**
     * An integer.
     *
     * @throws IllegalArgumentException if the column's type does not convert to it, or it does not fit into 32 bits
     */
    public final int decodeInt(byte[] buffer, int from, int to) {
        long value = decodeLong(buffer, from, to);
        if (value != (int) value) {
            throw doesNotFit(Integer.class);
        }
        return (int) value;
    }

    /**
     * An integer.
     *
     * @throws IllegalArgumentException if the column's type does not convert to it, or it does not fit into 64 bits
     */
    public long decodeLong(byte[] buffer, int from, int to) {
        throw notConvertible(Long.class);
    }

    /** Text, or the text of a value of another type as SQL prints it. */
    public String decodeString(byte[] buffer, int from, int to) {
        return Ascii.string(buffer, from, to);
    }

    /** The key of a value that is not null; see {@link #encodeKey}. */
    abstract byte @Nullable [] encode(Object value);

    /** The Java types {@link #encode} takes, for error messages. */
    abstract String expected();

    /** The value as a type other than String; any other type of result means that there is no such conversion. */
    @Nullable
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        return decode(buffer, from, to);
    }

    final IllegalArgumentException wrongType(Object value) {
        return new IllegalArgumentException(
                this + ": a key of " + value.getClass().getName() + " (expected " + expected() + ')');
    }

    final UndecidableValueException undecidable(String why) {
        return new UndecidableValueException(this + ": " + why);
    }

    final IllegalArgumentException notConvertible(Class<?> type) {
        return new IllegalArgumentException(this + " does not convert to " + type.getName());
    }

    final IllegalArgumentException doesNotFit(Class<?> type) {
        return new IllegalArgumentException(this + ": the value does not fit into " + type.getName());
    }

    final IllegalArgumentException malformed() {
        return new IllegalArgumentException(this + ": the server sent bytes that are no value of this type");
    }

    @Override
    public final String toString() {
        return "column " + column.name() + ' ' + column.columnType();
    }

    private static Class<?> wrapper(Class<?> type) {
        if (!type.isPrimitive()) {
            return type;
        }
        if (type == int.class) {
            return Integer.class;
        }
        if (type == long.class) {
            return Long.class;
        }
        if (type == boolean.class) {
            return Boolean.class;
        }
        if (type == double.class) {
            return Double.class;
        }
        if (type == float.class) {
            return Float.class;
        }
        if (type == short.class) {
            return Short.class;
        }
        return type == byte.class ? Byte.class : type;
    }
}
