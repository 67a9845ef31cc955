// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One user of a slice: reads, one after another, until the slice ends. */
final class User implements Callable<Slice.Part> {

    private static final Logger log = LoggerFactory.getLogger(User.class);

    private final Reads reads;
    private final long end;

    /** @param end when to stop, as {@link System#nanoTime()} tells it */
    User(Reads reads, long end) {
        this.reads = reads;
        this.end = end;
    }

    @Override
    public Slice.Part call() {
        long[] nanos = new long[1024];
        int count = 0;
        long failed = 0;
        RouteCount routes = RouteCount.begin();
        try {
            for (long before = System.nanoTime(); before - end < 0; ) {
                boolean answered = answered();
                long after = System.nanoTime();
                if (!answered) {
                    failed++;
                } else {
                    if (count == nanos.length) {
                        nanos = Arrays.copyOf(nanos, 2 * count);
                    }
                    nanos[count++] = after - before;
                }
                before = after;
            }
        } finally {
            RouteCount.end();
        }
        return new Slice.Part(Arrays.copyOf(nanos, count), failed, routes.fast(), routes.jdbc());
    }

    private boolean answered() {
        try {
            reads.one(ThreadLocalRandom.current());
            return true;
        } catch (RuntimeException e) {
            log.debug("A read of the dashboard's load failed", e);
            return false;
        }
    }
}
