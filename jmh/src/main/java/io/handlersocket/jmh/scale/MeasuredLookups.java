// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.List;
import java.util.stream.Stream;

/**
 * A row of {@code lookups.csv}, which {@link LookupMeasurement} printed.
 *
 * @param caller {@code loop} or {@code client}
 * @param threads {@code handlersocket_threads}
 * @param inFlight requests in flight on each connection
 * @param spread the connections of each worker that had any, the most first
 * @param serverMicros CPU time of the server for one lookup
 * @param callerMicros CPU time of the caller for one lookup
 */
record MeasuredLookups(
        String caller,
        int threads,
        int connections,
        int inFlight,
        List<Integer> spread,
        double lookupsPerSecond,
        double serverMicros,
        double callerMicros,
        double lookupsPerRound) {

    static List<MeasuredLookups> all() {
        return MeasuredFile.rows("lookups.csv").stream()
                .map(MeasuredLookups::of)
                .toList();
    }

    private static MeasuredLookups of(String[] cells) {
        return new MeasuredLookups(
                cells[0],
                Integer.parseInt(cells[1]),
                Integer.parseInt(cells[2]),
                Integer.parseInt(cells[3]),
                Stream.of(cells[4].split("/", -1)).map(Integer::valueOf).toList(),
                Double.parseDouble(cells[5]),
                Double.parseDouble(cells[6]),
                Double.parseDouble(cells[7]),
                Double.parseDouble(cells[8]));
    }

    /** Returns the cores that server and caller kept busy together, 1 or 2. */
    int coresUsed() {
        return (int) Math.max(1, Math.round(lookupsPerSecond * (serverMicros + callerMicros) / 1e6));
    }

    boolean isLoop() {
        return caller.equals("loop");
    }
}
