// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.Arrays;

/**
 * What became of each version of one key; version 0 is the row before its first write. About 34 bytes for each version.
 */
final class Versions {

    private static final byte NEVER_TRIED = 0;
    private static final byte UNKNOWN = 1;
    private static final byte COMMITTED = 2;
    private static final byte ROLLED_BACK = 3;

    private final int slot;
    private final Kills kills;
    private byte[] outcomes = {COMMITTED};
    private boolean[] deleted = {true};
    private long[] begins = {Long.MIN_VALUE};
    private long[] ends = {Long.MIN_VALUE};
    private long[] partners = {Read.NONE};
    private long[] partnerVersions = {Read.NONE};
    private int newest;

    Versions(int slot, Kills kills) {
        this.slot = slot;
        this.kills = kills;
    }

    /** The number of this key among all keys, from 0. */
    int slot() {
        return slot;
    }

    void ending(Write write, long begin) {
        int version = roomFor(write.version());
        if (outcomes[version] == NEVER_TRIED) { // the outcome may stand in a journal that was read before
            outcomes[version] = UNKNOWN;
            ends[version] = Long.MAX_VALUE;
        }
        begins[version] = begin;
        deleted[version] = write.deletes();
        partners[version] = write.partner();
        partnerVersions[version] = write.partnerVersion();
    }

    void committed(long version, long end) {
        outcomes[roomFor(version)] = COMMITTED;
        ends[(int) version] = end;
    }

    void rolledBack(long version) {
        outcomes[roomFor(version)] = ROLLED_BACK;
    }

    /** A right read showed its row: an unknown COMMIT had taken effect when it ended, unless a kill undid it. */
    void shown(Read read) {
        int version = (int) read.version();
        if (isRow(read.version()) && outcomes[version] == UNKNOWN && !mayBeUndone(version, read.begin())) {
            ends[version] = Math.min(ends[version], read.end());
        }
    }

    /** Whether a kill of the server may undo this version although a read that begins at this moment sees it. */
    boolean mayBeUndone(long version, long moment) {
        return outcomes[(int) version] == UNKNOWN && kills.mayUndo(begins[(int) version], moment);
    }

    private int roomFor(long version) {
        int index = Math.toIntExact(version);
        if (index >= outcomes.length) {
            int length = Math.max(index + 1, outcomes.length * 3 / 2);
            outcomes = Arrays.copyOf(outcomes, length);
            deleted = Arrays.copyOf(deleted, length);
            begins = Arrays.copyOf(begins, length);
            ends = Arrays.copyOf(ends, length);
            partners = Arrays.copyOf(partners, length);
            partnerVersions = Arrays.copyOf(partnerVersions, length);
        }
        newest = Math.max(newest, index);
        return index;
    }

    /** Ends the recording: each end becomes the first end of this or a newer version, so that it never falls. */
    void settle() {
        long first = Long.MAX_VALUE;
        for (int version = newest; version >= 0; version--) {
            if (mayBeVisible(version)) {
                first = Math.min(first, ends[version]);
            }
            ends[version] = first;
        }
    }

    private boolean mayBeVisible(int version) {
        return outcomes[version] == COMMITTED || outcomes[version] == UNKNOWN;
    }

    /** The newest version that was acknowledged or shown before this moment; older ones are stale from then on. */
    long committedBefore(long moment) {
        int low = 0;
        int high = newest;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (ends[middle] < moment) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Whether a row of this version may ever have been visible. */
    boolean isRow(long version) {
        return version > 0 && version <= newest && outcomes[(int) version] != NEVER_TRIED && !deleted[(int) version];
    }

    boolean isRolledBack(long version) {
        return outcomes[(int) version] == ROLLED_BACK;
    }

    /** When the COMMIT of this version was about to be sent. */
    long begin(long version) {
        return begins[(int) version];
    }

    /** The oldest state without a row, from this version on, that may have been visible until this moment; or -1. */
    long absence(long from, long until) {
        for (int version = (int) from; version <= newest; version++) {
            if (mayBeVisible(version)) {
                if (begins[version] > until) {
                    return -1; // nor is any newer one: it takes the row's lock after this one
                }
                if (deleted[version]) {
                    return version;
                }
            }
        }
        return -1;
    }

    long partner(long version) {
        return partners[(int) version];
    }

    long partnerVersion(long version) {
        return partnerVersions[(int) version];
    }

    /** How many versions have this outcome, without version 0. */
    long committed() {
        return count(COMMITTED);
    }

    long rolledBack() {
        return count(ROLLED_BACK);
    }

    long unknown() {
        return count(UNKNOWN);
    }

    private long count(byte outcome) {
        long count = 0;
        for (int version = 1; version <= newest; version++) {
            count += outcomes[version] == outcome ? 1 : 0;
        }
        return count;
    }
}
