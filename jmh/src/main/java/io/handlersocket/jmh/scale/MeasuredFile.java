// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The lines of a file of measured values, which is a resource of this package. */
final class MeasuredFile {

    private MeasuredFile() {}

    /** Returns the cells of each line after the heading. */
    static List<String[]> rows(String file) {
        try (InputStream in = Objects.requireNonNull(MeasuredFile.class.getResourceAsStream(file), file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(line -> line.split(",", -1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a value of {@code connections.csv}, which {@link ConnectionMeasurement} printed.
     *
     * @param threads {@code handlersocket_threads} of the server
     * @throws IllegalArgumentException if it was not measured
     */
    static double connections(String name, int threads) {
        return rows("connections.csv").stream()
                .filter(cells -> cells[0].equals(name) && cells[1].equals(String.valueOf(threads)))
                .mapToDouble(cells -> Double.parseDouble(cells[2]))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(name + " with " + threads + " threads: not in connections.csv"));
    }
}
