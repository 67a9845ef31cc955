// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run that was written as JSON.
 *
 * @param file its name
 * @param date as year, month and day
 * @param figures by their keys
 */
record Result(String file, String date, String cpu, int cores, Map<String, Measured> figures) {

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * A figure with the arms that it compares.
     *
     * @param arm null if the figure has none
     */
    record Measured(
            Figure figure, @Nullable Series arm, @Nullable Series base) {}

    static Result read(Path file) throws IOException {
        JsonNode root = JSON.readTree(Files.readString(file));
        Map<String, Measured> figures = new LinkedHashMap<>();
        for (JsonNode layer : root.path("layers")) {
            Map<String, Series> arms = new LinkedHashMap<>();
            for (JsonNode node : layer.path("series")) {
                Series one = JSON.treeToValue(node, Series.class);
                arms.put(one.arm(), one);
            }
            for (JsonNode node : layer.path("figures")) {
                Figure one = JSON.treeToValue(node, Figure.class);
                figures.put(
                        one.key(),
                        new Measured(
                                one,
                                one.arm() == null ? null : arms.get(one.arm()),
                                one.base() == null ? null : arms.get(one.base())));
            }
        }
        JsonNode machine = root.path("machine");
        return new Result(
                String.valueOf(file.getFileName()),
                root.path("date").asString(),
                machine.path("cpu").asString(),
                machine.path("cores").asInt(),
                figures);
    }

    /** Returns all runs in a folder, the newest first; empty if there is no such folder. */
    static List<Result> in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Result> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".json")).toList()) {
                all.add(read(file));
            }
        }
        all.sort(Comparator.comparing(Result::date).reversed().thenComparing(Result::file));
        return all;
    }
}
