// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** All versions of one row in the order of their commits. A place is an index of this order. */
final class RowHistory {

    static final int NOWHERE = -1;

    private final List<Commit> commits;
    private final Map<Long, Integer> placeOf = new HashMap<>();
    private final int[] survivors;
    private final int[] lost;

    RowHistory(List<Commit> unordered) {
        commits = unordered.stream()
                .sorted(Comparator.comparingLong(Commit::began))
                .toList();
        for (int place = 0; place < commits.size(); place++) {
            placeOf.put(commits.get(place).nonce(), place);
        }
        survivors = places(false);
        lost = places(true);
        long last = 0;
        for (int place : survivors) {
            Commit commit = commits.get(place);
            if (commit.acknowledged() < last) {
                throw new IllegalArgumentException("two writers of key " + commit.key() + " at the same time");
            }
            last = commit.acknowledged();
        }
    }

    private int[] places(boolean ofLost) {
        return IntStream.range(0, commits.size())
                .filter(place -> commits.get(place).isLost() == ofLost)
                .toArray();
    }

    Commit at(int place) {
        return commits.get(place);
    }

    /** The place of the commit; {@link #NOWHERE} if this row has none of that nonce. */
    int place(long nonce) {
        return placeOf.getOrDefault(nonce, NOWHERE);
    }

    /**
     * The place of the newest version that was acknowledged before a time, and that a read which ended at {@code end}
     * may not lack; {@link #NOWHERE} without any.
     */
    int newestBefore(long time, long end) {
        int low = 0;
        int high = survivors.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (commits.get(survivors[middle]).acknowledged() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int newest = low == 0 ? NOWHERE : survivors[low - 1];
        for (int place : lost) {
            Commit commit = commits.get(place);
            if (commit.acknowledged() < time && !commit.isLostBefore(end)) {
                newest = Math.max(newest, place);
            }
        }
        return newest;
    }
}
