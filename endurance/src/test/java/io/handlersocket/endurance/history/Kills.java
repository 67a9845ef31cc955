// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.time.Duration;
import java.util.TreeMap;

/**
 * When the server was killed. InnoDB shows a commit before its log is written, so a kill in between undoes a commit that
 * readers have seen. It was not acknowledged then, and SQL readers have seen it, too.
 */
final class Kills {

    /** Longer than any COMMIT takes: a later kill says nothing about it. */
    static final long LONGEST_COMMIT_NANOS = Duration.ofSeconds(10).toNanos();

    /** The moment at which the server was started again, and before it was killed. */
    private final TreeMap<Long, Long> begins = new TreeMap<>();

    void add(long begin, long end) {
        begins.put(end, begin);
    }

    /** Whether a COMMIT without answer, sent at one moment, may be undone although a read that begins at another sees it. */
    boolean mayUndo(long sent, long read) {
        var next = begins.higherEntry(sent);
        return next != null && next.getValue() - sent < LONGEST_COMMIT_NANOS && read < next.getKey();
    }
}
