// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.jmh.measure.Pace;
import java.nio.file.Path;
import java.time.Duration;
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

    private static final Path RESULTS = Path.of(System.getProperty("results", "jmh/results"));

    static CompareOptions parse(List<String> args) {
        String mode = "quick";
        Path folder = RESULTS;
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
            layers = mode.equals("full") ? LayerProcess.names() : List.of("client", "hibernate", "spring", "page");
        }
        return new CompareOptions(mode, folder, layers);
    }

    /** Where the runs are that this one is compared with. */
    Path committed() {
        return RESULTS;
    }

    boolean isFull() {
        return mode.equals("full");
    }

    /** From the start of the command to its end. */
    Duration limit() {
        return Duration.ofMinutes(Long.getLong("minutes", isFull() ? 120 : 10));
    }

    /** What a layer may take: its share of the time that is left for it and those after it. */
    Pace pace(String layer, Duration left) {
        List<String> still = layers.subList(layers.indexOf(layer), layers.size());
        double share = weight(layer) / still.stream().mapToDouble(this::weight).sum();
        return new Pace(2, ROUNDS, SLICE_MILLIS, isFull(), (long) (left.toSeconds() * share));
    }

    /** About how many seconds it takes, by the number of its arms. */
    private double weight(String layer) {
        return switch (layer) {
            case "client" -> isFull() ? 700 : 300;
            case "hibernate" -> isFull() ? 620 : 160;
            case "spring" -> isFull() ? 480 : 150;
            case "sockets" -> 190;
            case "page" -> 145;
            case "growth" -> 1_000;
            default -> 450;
        };
    }
}
