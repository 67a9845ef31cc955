// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Finds commands in what the driver sends. A packet is three bytes of length, one sequence number, and a payload; the
 * first packet of a command has the number 0 and says in its first byte which command it is.
 */
final class PacketCount {

    private static final int HEADER = 4;
    private static final int QUERY = 3;
    private static final int EXECUTE = 0x17;
    private static final int BULK_EXECUTE = 0xfa;
    private static final int WORD = 10;

    private final byte[] head = new byte[HEADER + 1 + WORD];
    private int headLength;
    private int payloadLeft = -1;

    /** Follows the packets, wherever one write ends and the next begins. */
    void sent(byte[] bytes, int from, int length) {
        int at = from;
        int end = from + length;
        while (at < end) {
            if (payloadLeft < 0) {
                head[headLength++] = bytes[at++];
                if (headLength == HEADER) {
                    payloadLeft = (head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16;
                }
            } else {
                int part = Math.min(payloadLeft, end - at);
                int kept = Math.min(part, head.length - headLength);
                System.arraycopy(bytes, at, head, headLength, kept);
                headLength += kept;
                payloadLeft -= part;
                at += part;
            }
            if (payloadLeft == 0) {
                if (head[HEADER - 1] == 0) {
                    Meter.command(readsOrWritesRows());
                }
                headLength = 0;
                payloadLeft = -1;
            }
        }
    }

    /** Not what only prepares, or begins, ends and adjusts a transaction. */
    private boolean readsOrWritesRows() {
        int command = headLength > HEADER ? head[HEADER] & 0xff : 0;
        if (command != QUERY) {
            return command == EXECUTE || command == BULK_EXECUTE;
        }
        String word = new String(head, HEADER + 1, headLength - HEADER - 1, StandardCharsets.US_ASCII)
                .stripLeading()
                .toLowerCase(Locale.ROOT);
        return !word.startsWith("set ")
                && !word.startsWith("commit")
                && !word.startsWith("rollback")
                && !word.startsWith("start ")
                && !word.startsWith("begin");
    }
}
