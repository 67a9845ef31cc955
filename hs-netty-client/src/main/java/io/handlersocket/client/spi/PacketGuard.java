// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import java.util.List;

/**
 * Guards the packets of one read. The client sends the lines of the guard before the lookups of each packet, and shows
 * the guard their rows before it hands out an answer of the packet. The server answers a packet from one snapshot. The
 * client does not know what the lines read. Thread-safe: several connections may answer packets of one read.
 */
public interface PacketGuard {

    /** Returns the handle of the index that the lines read; it belongs to the client of the read. */
    ServerIndex index();

    /** Returns the lines before the lookups of a packet, one or more. The client calls this once for each packet. */
    List<Range> lines();

    /**
     * Judges a packet. The thread that reads the replies calls this, so it must not block.
     *
     * @param rows the rows of each line, in the order of the lines
     * @throws io.handlersocket.client.HandlerSocketException to refuse the packet: its lookups fail with this exception
     */
    void check(List<List<Row>> rows);
}
