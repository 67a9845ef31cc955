// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** Bytes that the platform threads of this JVM allocated since it was made; those of threads that have ended are lost. */
final class Allocation {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> before = now();

    long bytes() {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : now().entrySet()) {
            sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }

    private static Map<Long, Long> now() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> all = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] > 0) {
                all.put(ids[i], bytes[i]);
            }
        }
        return all;
    }
}
