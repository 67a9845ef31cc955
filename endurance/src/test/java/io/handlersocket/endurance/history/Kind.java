// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** What an entry of a journal says, and how its first eight bytes say so; 0 is no entry. */
@SuppressWarnings("EnumOrdinal") // one build writes and reads a journal
enum Kind {
    READ,
    ENDING,
    COMMITTED,
    ROLLED_BACK,
    /** The server was killed and started again. */
    KILLED;

    private static final Kind[] KINDS = values();
    private static final Way[] WAYS = Way.values();
    private static final Isolation[] ISOLATIONS = Isolation.values();
    private static final long TOGETHER = 1L << 24;

    long header() {
        return ordinal() + 1L;
    }

    long header(Way way, Isolation isolation, boolean together) {
        return header() | (long) way.ordinal() << 8 | (long) isolation.ordinal() << 16 | (together ? TOGETHER : 0);
    }

    static Kind of(long header) {
        return KINDS[(int) (header & 0xff) - 1];
    }

    static Way way(long header) {
        return WAYS[(int) (header >> 8 & 0xff)];
    }

    static Isolation isolation(long header) {
        return ISOLATIONS[(int) (header >> 16 & 0xff)];
    }

    static boolean together(long header) {
        return (header & TOGETHER) != 0;
    }
}
