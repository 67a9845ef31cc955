// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The values of a row in one byte array. It begins with their bytes as the server sent them, separated by tabs. The
 * offset at which each value starts follows as an int. The last int is the offset after a tab after the last value.
 *
 * <p>A second array for the offsets would add a tenth to what a lookup allocates.
 */
public final class PackedRow {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private PackedRow() {}

    /**
     * Returns an empty array.
     *
     * @param count the number of values
     * @param bytes the length of all values, including the tabs between them
     */
    static byte[] allocate(int count, int bytes) {
        return new byte[bytes + (count + 1) * Integer.BYTES];
    }

    static void setStart(byte[] values, int count, int i, int start) {
        INTS.set(values, values.length - (count + 1 - i) * Integer.BYTES, start);
    }

    /**
     * Returns the offset at which a value starts. The value ends one byte before the start of the next.
     *
     * @param count the number of values in the array
     * @param i the value, from 0; {@code count} for the offset after the last value and a tab
     */
    public static int start(byte[] values, int count, int i) {
        return (int) INTS.get(values, values.length - (count + 1 - i) * Integer.BYTES);
    }
}
