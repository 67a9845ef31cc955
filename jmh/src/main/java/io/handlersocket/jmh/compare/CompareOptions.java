// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.jmh.measure.Pace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was asked for.
 *
 * @param mode quick or full
 * @param folder where results go
 */
record CompareOptions(String mode, Path folder, List<String> layers) {

    static final String USAGE =
            "expected [--quick | --full] [--out FOLDER] [--layers " + String.join(",", LayerProcess.names()) + "]";

    /** Rounds and lengths can be shortened by system properties, to see whether everything runs. */
    private static final int ROUNDS = Integer.getInteger("rounds", 15);

    private static final long SLICE_MILLIS = Long.getLong("slice.millis", 1000);

    static CompareOptions parse(List<String> args) {
        String mode = "quick";
        Path folder = Path.of(System.getProperty("results", "jmh/results"));
        List<String> layers = List.of();
        List<String> left = new ArrayList<>(args);
        while (!left.isEmpty()) {
            String option = left.remove(0);
            if (option.equals("--quick") || option.equals("--full")) {
                mode = option.substring(2);
            } else if (option.equals("--out") && !left.isEmpty()) {
                folder = Path.of(left.remove(0));
            } else if (option.equals("--layers") && !left.isEmpty()) {
                layers = List.of(left.remove(0).split(",", -1));
            } else {
                throw new IllegalArgumentException(option + " (" + USAGE + ")");
            }
        }
        if (layers.isEmpty()) {
            layers = mode.equals("full") ? LayerProcess.names() : List.of("client", "hibernate", "spring");
        }
        return new CompareOptions(mode, folder, layers);
    }

    /** The client's layer has most arms; what is left of its time goes into repeating what was unsteady. */
    Pace pace(String layer) {
        boolean full = mode.equals("full");
        long quick = switch (layer) {
            case "client" -> 300;
            case "hibernate" -> 145;
            default -> 100;
        };
        return new Pace(2, ROUNDS, SLICE_MILLIS, full, full ? quick * 6 : quick);
    }
}
