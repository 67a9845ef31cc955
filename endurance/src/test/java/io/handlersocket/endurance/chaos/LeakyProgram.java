// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.netty.buffer.PooledByteBufAllocator;

/** Forgets to release buffers, until the detector notices. */
final class LeakyProgram {

    private static final int BUFFERS = 200;

    private LeakyProgram() {}

    public static void main(String[] arguments) {
        System.setOut(System.err); // as the applications do
        for (int i = 0; i < BUFFERS; i++) {
            PooledByteBufAllocator.DEFAULT.directBuffer(64).writeByte(i);
            if (i % 20 == 0) {
                System.gc();
            }
        }
    }
}
