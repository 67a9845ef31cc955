// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Which revision of each row was begun and which was committed, in memory that all JVMs of a run share. A read must
 * give at least what was committed before it began, and at most what was begun when it ended.
 */
final class Board {

    /** The revision of all drafts. */
    static final int DRAFTS = Rows.ITEMS + 1;

    /** How often the drafts were emptied; committed: filled again. */
    static final int EMPTIED = Rows.ITEMS + 2;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private Board(ByteBuffer memory) {
        this.memory = memory;
    }

    /** Creates the file if it does not exist, filled with 0. */
    static Board in(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, (EMPTIED + 1) * 2L * Long.BYTES));
        }
    }

    /** Says that the next revision is about to be written. Each slot has one writer. */
    long begin(int slot) {
        long next = begun(slot) + 1;
        LONGS.setVolatile(memory, slot * 2 * Long.BYTES, next);
        return next;
    }

    /** Says that the database has confirmed this revision. */
    void commit(int slot, long revision) {
        LONGS.setVolatile(memory, (slot * 2 + 1) * Long.BYTES, revision);
    }

    long begun(int slot) {
        return (long) LONGS.getVolatile(memory, slot * 2 * Long.BYTES);
    }

    long committed(int slot) {
        return (long) LONGS.getVolatile(memory, (slot * 2 + 1) * Long.BYTES);
    }
}
