// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import io.handlersocket.client.ProtocolException;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts a stream of bytes into lines, and each line into tokens, in one pass over one reused array.
 *
 * <p>Remembers where it stopped, so that no byte is looked at twice however the stream is cut. One connection, one thread.
 */
public final class ReplyScanner {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ELEVENS = 0x0B0B_0B0B_0B0B_0B0BL;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final int INITIAL_BYTES = 16 * 1024;
    private static final int KEPT_BYTES = 1024 * 1024;

    /** Receives each complete line; the reply is valid only during the call. */
    public interface Lines {
        void line(Reply reply);
    }

    private final int maxLineBytes;
    private final Reply reply = new Reply();
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int end;
    private int lineStart;
    private int scanned;

    public ReplyScanner(int maxLineBytes) {
        this.maxLineBytes = maxLineBytes;
    }

    /**
     * Takes all readable bytes and hands over every line they complete.
     *
     * @throws ProtocolException if a line grows beyond the limit; the scanner is of no more use then
     */
    public void feed(ByteBuf bytes, Lines lines) {
        int more = bytes.readableBytes();
        makeRoom(more);
        bytes.readBytes(buffer, end, more);
        end += more;
        scan(lines);
    }

    private void scan(Lines lines) {
        byte[] bytes = buffer;
        int limit = end;
        int i = scanned;
        while ((i = nextControl(bytes, i, limit)) < limit) {
            byte b = bytes[i];
            if (b == Wire.TAB) {
                reply.tab(i - lineStart);
            } else if (b == Wire.LF) {
                reply.complete(bytes, lineStart, i);
                // Moved on before the call: a consumer that throws must not see the same line again.
                lineStart = i + 1;
                scanned = i + 1;
                lines.line(reply);
                reply.clear();
            }
            i++;
        }
        scanned = i;
        if (end - lineStart > maxLineBytes) {
            throw new ProtocolException("a reply of more than " + maxLineBytes + " bytes (maxLineBytes)");
        }
        if (lineStart == end) {
            rewind();
        }
    }

    /**
     * Where the next byte is that may be a tab or a line end, or {@code to}. Eight bytes at a time: values are long, and a test of
     * each byte was a quarter of what the I/O thread did.
     */
    private static int nextControl(byte[] bytes, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long word = (long) WORDS.get(bytes, i);
            // The lowest marked byte is the first that is less than 11; marks above it may be borrowed.
            long marks = (word - ELEVENS) & ~word & HIGH_BITS;
            if (marks != 0) {
                return i + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (i < to && (bytes[i] < 0 || bytes[i] > Wire.LF)) {
            i++;
        }
        return i;
    }

    private void rewind() {
        end = 0;
        lineStart = 0;
        scanned = 0;
        if (buffer.length > KEPT_BYTES) {
            buffer = new byte[INITIAL_BYTES];
        }
    }

    private void makeRoom(int more) {
        if (end + more <= buffer.length) {
            return;
        }
        int pending = end - lineStart;
        byte[] target = pending + more <= buffer.length
                ? buffer
                : new byte[Math.max(pending + more, (int) Math.min(buffer.length * 2L, Integer.MAX_VALUE - 64))];
        System.arraycopy(buffer, lineStart, target, 0, pending);
        buffer = target;
        scanned -= lineStart;
        end = pending;
        lineStart = 0;
    }

    /** Bytes of a line that is not complete. */
    public int pendingBytes() {
        return end - lineStart;
    }
}
