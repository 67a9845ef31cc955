// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.function.IntPredicate;

/** What a server of a size carries, with the constants of the model. */
final class Capacity {

    /** A core serves as many lookups as it can answer in this time, 99 of 100. */
    static final double LIMIT_MICROS = 2_000;

    /** The guards may take a tenth of the cores. */
    static final double GUARD_SHARE = 0.1;

    /** Defaults: shared connections and pool of an instance, backlog of the kernel, sessions of the server. */
    static final int CONNECTIONS = 4;

    static final int DIRECT_CONNECTIONS = 16;
    static final int POOL = 10;
    static final int BACKLOG = 4_096;
    static final int MAX_CONNECTIONS = 151;

    /** Bytes that 25 Gbit/s carry in a second. */
    static final double NETWORK_BYTES = 25e9 / 8;

    /** In both directions, of a waiting caller ({@code blocking-1} in the run of 2026-11-23); a full packet has 79. */
    static final double BYTES_OF_A_LOOKUP = 183;

    private static final int MOST = 1 << 20;

    private Capacity() {}

    /**
     * Returns the lookups per second of a whole server whose other cores are busy too.
     *
     * @param connections of all clients
     * @param unevenness connections of the busiest thread divided by the average; 1 if they are spread evenly
     * @param packet lookups that a client sends together
     */
    static double lookupsPerSecond(int cores, int threads, int connections, double unevenness, int packet) {
        int working = Math.min(cores, threads);
        int onThread = (int) Math.max(1, Math.round(unevenness * connections / threads));
        double core = OpenLoad.capacity(
                        Constants.LOOKUPS.besideBusyCores(),
                        new OpenLoad.Setting((threads + cores - 1) / cores, Math.min(onThread, connections), packet),
                        LIMIT_MICROS)
                .lookupsPerSecond();
        return core * working / Math.max(1, Math.min(unevenness, threads));
    }

    /** Returns how many instances with this load each the server carries. */
    static int instances(int cores, int threads, double unevenness, int lookupsPerSecond) {
        return largest(count -> lookupsPerSecond(cores, threads, count * CONNECTIONS, unevenness, 1)
                >= (double) count * lookupsPerSecond);
    }

    /** Returns the share of all cores that the guards of these instances take. */
    static double guardCores(int instances, int tables) {
        return instances * Constants.FLEET.checkMicros(tables) / 1e6;
    }

    /** Returns how many instances' guards take a tenth of the cores. */
    static int guardedInstances(int cores, int tables) {
        return (int) (GUARD_SHARE * cores / guardCores(1, tables));
    }

    private static int largest(IntPredicate carried) {
        int high = 1;
        while (high < MOST && carried.test(high)) {
            high *= 2;
        }
        int low = high / 2;
        while (high - low > Math.max(1, low / 50)) {
            int middle = (low + high) / 2;
            if (carried.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
