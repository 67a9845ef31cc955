// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a {@link TcpProxy} waits for with each piece of a stream: see there. */
record Slowness(long delayNanos, long jitterNanos, int bytesPerSecond) {
    static final Slowness NONE = new Slowness(0, 0, 0);

    void await(int bytes) {
        long nanos = delayNanos;
        if (jitterNanos > 0) {
            nanos += ThreadLocalRandom.current().nextLong(jitterNanos);
        }
        if (bytesPerSecond > 0) {
            nanos += TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
        }
        for (long end = System.nanoTime() + nanos, left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
