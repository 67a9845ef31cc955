// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.List;

/**
 * Compares the simulation with the measurement, row by row. The simulation gets the measured spread of connections and
 * the number of cores in use.
 */
final class Validation {

    /**
     * A row of the measurement and the same row of the simulation.
     *
     * @param error of the simulated throughput; 0.1 is 10 % too much
     */
    record Row(MeasuredLookups measured, ClosedLoop.Result simulated, double error) {}

    private Validation() {}

    /** Returns all rows of the bare loop. The client itself costs its core more, and is not simulated. */
    static List<Row> rows() {
        return MeasuredLookups.all().stream()
                .filter(MeasuredLookups::isLoop)
                .map(Validation::row)
                .toList();
    }

    private static Row row(MeasuredLookups measured) {
        ClosedLoop.Result simulated =
                ClosedLoop.run(Constants.LOOKUPS, measured.coresUsed(), measured.spread(), measured.inFlight());
        return new Row(measured, simulated, simulated.lookupsPerSecond() / measured.lookupsPerSecond() - 1);
    }

    /** Returns the median of the errors without their signs. */
    static double medianError(List<Row> rows) {
        double[] errors =
                rows.stream().mapToDouble(row -> Math.abs(row.error)).sorted().toArray();
        return errors[errors.length / 2];
    }
}
