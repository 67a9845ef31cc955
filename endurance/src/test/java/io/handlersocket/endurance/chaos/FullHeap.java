// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Fills the heap of this JVM until little is left, so that it collects garbage all the time. */
@Component
class FullHeap {

    private static final int CHUNK = 256 * 1024;
    private static final long LEFT = 24L * 1024 * 1024;

    private final List<byte[]> ballast = new ArrayList<>();

    synchronized String fill() {
        Runtime runtime = Runtime.getRuntime();
        long before = collections();
        while (true) {
            if (free(runtime) < LEFT) {
                System.gc();
                if (free(runtime) < LEFT) {
                    break;
                }
            }
            ballast.add(new byte[CHUNK]);
        }
        return free(runtime) / 1024 / 1024 + " of " + runtime.maxMemory() / 1024 / 1024 + " MB free after "
                + (collections() - before) + " collections, " + ballast.size() * (CHUNK / 1024) / 1024
                + " MB of ballast";
    }

    synchronized String empty() {
        ballast.clear();
        return collections() + " collections since the start";
    }

    private static long free(Runtime runtime) {
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
