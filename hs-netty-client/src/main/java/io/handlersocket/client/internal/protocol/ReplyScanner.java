// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import io.handlersocket.client.ProtocolException;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Splits a connection's stream of bytes into lines, and each line into tokens. Not thread-safe.
 *
 * <p>Scans each byte once, however the stream is fragmented, and reuses one buffer. The buffer keeps no bytes of
 * earlier replies, so that a heap dump shows no row that the application no longer holds.
 */
public final class ReplyScanner {

    private static final long ELEVENS = 0x0B0B_0B0B_0B0B_0B0BL;

    private static final int INITIAL_BYTES = 16 * 1024;
    private static final int KEPT_BYTES = 1024 * 1024;

    private final int maxLineBytes;
    private final Reply reply;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int end;
    private int lineStart;
    private int scanned;

    /** @param maxLineBytes the maximum length of a reply in bytes; 1 or more */
    public ReplyScanner(int maxLineBytes) {
        this.maxLineBytes = maxLineBytes;
        this.reply = new Reply(maxLineBytes);
    }

    /**
     * Consumes all readable bytes and passes on each line that they complete; a reply is valid only during the call. If
     * one exceeds the limit, in bytes or in values, the scanner must not be used afterwards.
     */
    public void feed(ByteBuf bytes, Consumer<Reply> receiver) {
        int more = bytes.readableBytes();
        makeRoom(more);
        bytes.readBytes(buffer, end, more);
        end += more;
        scan(receiver);
    }

    private void scan(Consumer<Reply> receiver) {
        byte[] bytes = buffer;
        int limit = end;
        int i = scanned;
        while ((i = nextControl(bytes, i, limit)) < limit) {
            byte b = bytes[i];
            if (b == Tokens.TAB) {
                reply.tab(i - lineStart);
            } else if (b == Tokens.LF) {
                reply.complete(bytes, lineStart, i);
                // Advance before the call: a receiver that throws must not receive the same line again.
                lineStart = i + 1;
                scanned = i + 1;
                receiver.accept(reply);
                reply.clear();
            }
            i++;
        }
        scanned = i;
        if (end - lineStart > maxLineBytes) {
            throw new ProtocolException("reply longer than " + maxLineBytes + " bytes (option maxLineBytes)");
        }
        if (lineStart == end) {
            rewind();
        }
    }

    /** Returns the offset of the next byte that may be a tab or a line end, or {@code to} if no such byte follows. */
    private static int nextControl(byte[] bytes, int from, int to) {
        // Testing each byte took a quarter of the I/O thread's time, so this tests eight at once.
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long word = (long) Tokens.WORDS.get(bytes, i);
            // The lowest mark is the first byte less than 11. A higher mark can be wrong, because of a borrow.
            long marks = (word - ELEVENS) & ~word & Tokens.HIGH_BITS;
            if (marks != 0) {
                return i + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (i < to && (bytes[i] < 0 || bytes[i] > Tokens.LF)) {
            i++;
        }
        return i;
    }

    private void rewind() {
        if (buffer.length > KEPT_BYTES) {
            replaceBuffer(new byte[INITIAL_BYTES]);
        } else {
            Arrays.fill(buffer, 0, end, (byte) 0);
        }
        end = 0;
        lineStart = 0;
        scanned = 0;
    }

    private void makeRoom(int more) {
        if (end + more <= buffer.length) {
            return;
        }
        int pending = end - lineStart;
        if (pending + more <= buffer.length) {
            System.arraycopy(buffer, lineStart, buffer, 0, pending);
            Arrays.fill(buffer, pending, end, (byte) 0);
        } else {
            // The incomplete line is not longer than the limit, so a larger array would be in vain.
            long largest = Math.min(buffer.length * 2L, Math.min(maxLineBytes + (long) more, Integer.MAX_VALUE - 64));
            byte[] target = new byte[Math.max(pending + more, (int) largest)];
            System.arraycopy(buffer, lineStart, target, 0, pending);
            replaceBuffer(target);
        }
        scanned -= lineStart;
        end = pending;
        lineStart = 0;
    }

    private void replaceBuffer(byte[] next) {
        buffer = next;
        reply.forgetBuffer();
    }

    /** Returns the number of bytes received of an incomplete line. */
    public int pendingBytes() {
        return end - lineStart;
    }
}
