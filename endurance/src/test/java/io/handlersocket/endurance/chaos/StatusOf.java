// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.List;
import java.util.Map;

/** Makes up what a JVM has seen. */
final class StatusOf {

    private StatusOf() {}

    /** Each kind of read so often. */
    static Status reads(long fast, long slow) {
        return status(fast, slow, 0, 0);
    }

    /** Failed reads and the longest one. */
    static Status trouble(long readErrors, long slowestMillis) {
        return status(0, 0, readErrors, slowestMillis);
    }

    private static Status status(long fast, long slow, long readErrors, long slowestMillis) {
        return new Status(
                Map.of(Kind.BY_ID, fast, Kind.BY_IDS, fast, Kind.BY_SLOT, fast, Kind.DRAFT, fast),
                Map.of(Kind.BY_ID, slow, Kind.BY_IDS, slow, Kind.BY_SLOT, slow, Kind.DRAFT, slow),
                Map.of("SESSION: busy", slow, "OUTAGE: silent", 1L),
                0,
                0,
                0,
                List.of(),
                Map.of("SocketTimeoutException", readErrors),
                Map.of("SQLException", 2L * readErrors),
                List.of(),
                slowestMillis,
                0,
                0,
                0,
                0);
    }
}
