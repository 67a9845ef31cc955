// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Goes through one journal, entry by entry, with one buffer. */
final class JournalCursor implements Closeable {

    private static final int BUFFER_BYTES = 1024 * Journal.ENTRY_BYTES;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(Journal.ORDER);
    private int at = -Journal.ENTRY_BYTES;
    private long header;

    JournalCursor(Path path) throws IOException {
        file = FileChannel.open(path);
        buffer.limit(0);
    }

    /** Goes to the next entry; returns false at the end. */
    boolean next() throws IOException {
        at += Journal.ENTRY_BYTES;
        if (at >= buffer.limit()) {
            fill();
        }
        header = buffer.limit() == 0 ? 0 : buffer.getLong(at);
        return header != 0;
    }

    private void fill() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining() && file.read(buffer) >= 0) {
            // A read may bring less than there is.
        }
        buffer.flip();
        at = 0;
    }

    Kind kind() {
        return Kind.of(header);
    }

    long key() {
        return longAt(Journal.KEY);
    }

    long version() {
        return longAt(Journal.VERSION);
    }

    long begin() {
        return longAt(Journal.BEGIN);
    }

    long end() {
        return longAt(Journal.END);
    }

    Read read() {
        return new Read(
                Kind.way(header),
                Kind.isolation(header),
                begin(),
                end(),
                Kind.together(header),
                key(),
                longAt(Journal.OTHER_KEY),
                version(),
                longAt(Journal.MARK));
    }

    Write write() {
        return new Write(
                key(), version(), longAt(Journal.DELETES) != 0, longAt(Journal.OTHER_KEY), longAt(Journal.MARK));
    }

    private long longAt(int offset) {
        return buffer.getLong(at + offset);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
