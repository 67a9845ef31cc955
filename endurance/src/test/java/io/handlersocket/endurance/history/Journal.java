// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one session did, in its order, in a file of its own. One thread at a time may use it; any thread of any JVM may
 * create one.
 *
 * <p>An entry is eight stores into mapped memory: no lock and no system call, except one for each 65,536 entries. The
 * kernel keeps the entries of a JVM that is killed. Times of several JVMs can be compared, because {@link
 * System#nanoTime()} reads the machine's monotonic clock on Linux.
 */
public final class Journal implements AutoCloseable {

    static final String SUFFIX = ".journal";
    static final int ENTRY_BYTES = 64;
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    static final int KEY = 8;
    static final int VERSION = 16;
    static final int BEGIN = 24;
    static final int END = 32;
    static final int OTHER_KEY = 40;
    static final int MARK = 48;
    static final int DELETES = 56;

    private static final int CHUNK_BYTES = 65_536 * ENTRY_BYTES;
    private static final VarHandle HEADER = MethodHandles.byteBufferViewVarHandle(long[].class, ORDER);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final FileChannel file;
    private MappedByteBuffer chunk;
    private long chunkStart;
    private int position;

    private Journal(FileChannel file) throws IOException {
        this.file = file;
        this.chunk = map(file, 0);
    }

    /** Creates a journal of a new session in this folder. */
    public static Journal create(Path folder) {
        String name = ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet() + SUFFIX;
        try {
            return new Journal(FileChannel.open(
                    folder.resolve(name),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records what was read. */
    public void read(Read read) {
        int at = next();
        chunk.putLong(at + KEY, read.key());
        chunk.putLong(at + VERSION, read.version());
        chunk.putLong(at + BEGIN, read.begin());
        chunk.putLong(at + END, read.end());
        chunk.putLong(at + OTHER_KEY, read.found());
        chunk.putLong(at + MARK, read.mark());
        publish(at, Kind.READ.header(read.way(), read.isolation(), read.together()));
    }

    /**
     * Records that a COMMIT or ROLLBACK is about to be sent. Without a later entry about the same version its outcome
     * is unknown.
     *
     * @param begin before the COMMIT is sent
     */
    public void ending(Write write, long begin) {
        int at = next();
        chunk.putLong(at + KEY, write.key());
        chunk.putLong(at + VERSION, write.version());
        chunk.putLong(at + BEGIN, begin);
        chunk.putLong(at + OTHER_KEY, write.partner());
        chunk.putLong(at + MARK, write.partnerVersion());
        chunk.putLong(at + DELETES, write.deletes() ? 1 : 0);
        publish(at, Kind.ENDING.header());
    }

    /**
     * Records that a COMMIT was acknowledged.
     *
     * @param end after it
     */
    public void committed(Write write, long end) {
        outcome(Kind.COMMITTED, write, end);
    }

    /** Records that no reader may ever see this version. */
    public void rolledBack(Write write, long end) {
        outcome(Kind.ROLLED_BACK, write, end);
    }

    /**
     * Records that the server was killed, and started again.
     *
     * @param begin before it was killed
     * @param end after it was started
     */
    public void killed(long begin, long end) {
        int at = next();
        chunk.putLong(at + BEGIN, begin);
        chunk.putLong(at + END, end);
        publish(at, Kind.KILLED.header());
    }

    private void outcome(Kind kind, Write write, long end) {
        int at = next();
        chunk.putLong(at + KEY, write.key());
        chunk.putLong(at + VERSION, write.version());
        chunk.putLong(at + END, end);
        publish(at, kind.header());
    }

    private int next() {
        if (position == CHUNK_BYTES) {
            chunkStart += CHUNK_BYTES;
            position = 0;
            try {
                chunk = map(file, chunkStart);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return position;
    }

    /** The header is stored last: a reader takes an entry for the end of the file until it is complete. */
    private void publish(int at, long header) {
        HEADER.setRelease((ByteBuffer) chunk, at, header);
        position = at + ENTRY_BYTES;
    }

    private static MappedByteBuffer map(FileChannel file, long from) throws IOException {
        MappedByteBuffer mapped = file.map(MapMode.READ_WRITE, from, CHUNK_BYTES);
        mapped.order(ORDER);
        return mapped;
    }

    /** Closes the file; its entries stay. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
