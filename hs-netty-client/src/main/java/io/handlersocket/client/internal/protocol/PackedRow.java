// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The values of a row in one byte array. It begins with their bytes as the server sent them, separated by tabs. The
 * offsets at which the second and later values start follow: a byte each in an array of up to 255 bytes, two bytes each
 * up to 65,535, else four.
 *
 * <p>The row is the largest object of a lookup. Five offsets of four bytes each were a quarter of a usual row.
 */
public final class PackedRow {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int MAX_BYTE = 0xFF;
    private static final int MAX_SHORT = 0xFFFF;

    private PackedRow() {}

    /** Returns an empty array for so many values, 1 or more, of this length with the tabs between them. */
    static byte[] allocate(int count, int bytes) {
        int offsets = count - 1;
        if (bytes + offsets <= MAX_BYTE) {
            return new byte[bytes + offsets];
        }
        return new byte[bytes + offsets * (bytes + 2 * offsets <= MAX_SHORT ? Short.BYTES : Integer.BYTES)];
    }

    /** Sets the offset at which a value starts, from 1; the first always starts at 0. */
    static void setStart(byte[] values, int count, int i, int start) {
        int fromEnd = count - i;
        if (values.length <= MAX_BYTE) {
            values[values.length - fromEnd] = (byte) start;
        } else if (values.length <= MAX_SHORT) {
            SHORTS.set(values, values.length - fromEnd * Short.BYTES, (short) start);
        } else {
            INTS.set(values, values.length - fromEnd * Integer.BYTES, start);
        }
    }

    /** Returns the offset at which a value starts; the value before ends one byte earlier. {@code count} is the end. */
    public static int start(byte[] values, int count, int i) {
        if (i == 0) {
            return 0;
        }
        int fromEnd = count - i;
        int length = values.length;
        if (length <= MAX_BYTE) {
            return fromEnd == 0 ? length - count + 2 : values[length - fromEnd] & MAX_BYTE;
        }
        if (length <= MAX_SHORT) {
            return fromEnd == 0
                    ? length - (count - 1) * Short.BYTES + 1
                    : (short) SHORTS.get(values, length - fromEnd * Short.BYTES) & MAX_SHORT;
        }
        return fromEnd == 0
                ? length - (count - 1) * Integer.BYTES + 1
                : (int) INTS.get(values, length - fromEnd * Integer.BYTES);
    }
}
