// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import java.util.concurrent.TimeUnit;

/**
 * Decides how many direct connections callers with short requests use before they queue at one of them.
 *
 * <p>A caller that has its own connection costs the client about 15 µs of processor time for each lookup. While its
 * answer is on its way, the processor serves other callers. With more connections than the processors can serve in
 * this time, callers wait for a processor, so their requests should share packets. With fewer, processors are idle.
 *
 * <p>The time of an answer is the shortest of the last seconds, which does not depend on the load. Any thread.
 */
final class DirectWidth {

    private static final long CALLER_NANOS = TimeUnit.MICROSECONDS.toNanos(15);

    /** With 2, 8 callers on 2 processors were slower than with a connection each. */
    private static final int MIN_PER_PROCESSOR = 4;

    /** Of the shortest time, the part that is added each second, so that a change of the way is noticed. */
    private static final int AGING = 8;

    private static final long DISTANT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int max;
    private final int processors;
    private volatile long shortestNanos = DISTANT_NANOS;

    DirectWidth(int max, int processors) {
        this.max = max;
        this.processors = processors;
    }

    /** Records how long an answer took. Seldom writes, so that processors do not contend for the field. */
    void answered(long nanos) {
        if (nanos < shortestNanos) {
            shortestNanos = nanos;
        }
    }

    /** Called about once a second. */
    void age() {
        shortestNanos = Math.min(DISTANT_NANOS, shortestNanos + shortestNanos / AGING + 1);
    }

    /** Returns how many connections callers use, each one exclusively; at most the limit. */
    int width() {
        return (int) Math.min(max, wanted());
    }

    /** Returns whether callers that find all these connections in use should queue at one. */
    boolean queues() {
        return wanted() <= max;
    }

    private long wanted() {
        return processors * Math.max(MIN_PER_PROCESSOR, shortestNanos / CALLER_NANOS);
    }
}
