// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The figures, as a table for people and as JSON for programs. */
record Report(Settings settings, List<Slice.Result> results) {

    String table() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%n%d users, %d rounds of %d s for each route and endpoint, the routes by turns; %d processors%n%n",
                settings.users(),
                settings.rounds(),
                settings.seconds(),
                Runtime.getRuntime().availableProcessors()));
        table.append(String.format(
                Locale.ROOT,
                "%-32s %-27s %10s %7s %8s %8s %8s %7s  %s%n",
                "endpoint",
                "route",
                "requests/s",
                "x JDBC",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "failed",
                "CPU us per request"));
        for (Slice.Result result : results.stream().sorted(Report::inOrder).toList()) {
            table.append(String.format(
                    Locale.ROOT,
                    "%-32s %-27s %10.0f %7.2f %8.1f %8.1f %8.1f %7d  %s%n",
                    result.endpoint().title(),
                    result.route().title(),
                    result.perSecond(),
                    ratio(result),
                    result.p50(),
                    result.p95(),
                    result.p99(),
                    result.failed(),
                    cpu(result)));
        }
        return table.append(limits()).toString();
    }

    private static int inOrder(Slice.Result one, Slice.Result other) {
        int byEndpoint = one.endpoint().compareTo(other.endpoint());
        return byEndpoint != 0 ? byEndpoint : one.route().compareTo(other.route());
    }

    /** How many times the requests of JDBC as Spring Boot comes. */
    private double ratio(Slice.Result result) {
        return find(Route.JDBC, result.endpoint())
                .filter(jdbc -> jdbc.perSecond() > 0)
                .map(jdbc -> result.perSecond() / jdbc.perSecond())
                .orElse(Double.NaN);
    }

    private Optional<Slice.Result> find(Route route, Endpoint endpoint) {
        return results.stream()
                .filter(result -> result.route() == route && result.endpoint() == endpoint)
                .findFirst();
    }

    private static String cpu(Slice.Result result) {
        return result.cpuMicros().entrySet().stream()
                .map(process -> String.format(Locale.ROOT, "%s %.0f", process.getKey(), process.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** What share of the processor time went to what: the load tool has its part of the same machine. */
    private String limits() {
        StringBuilder text = new StringBuilder();
        for (Route route : Route.values()) {
            Map<String, Double> sum = results.stream()
                    .filter(result -> result.route() == route)
                    .flatMap(result -> result.cpuMicros().entrySet().stream()
                            .map(process -> Map.entry(process.getKey(), process.getValue() * result.requests())))
                    .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.summingDouble(Map.Entry::getValue)));
            double all = sum.values().stream().mapToDouble(Double::doubleValue).sum();
            text.append(String.format(
                    Locale.ROOT,
                    "%n%s: of the processor time %.0f %% application, %.0f %% database, %.0f %% load tool",
                    route.title(),
                    100 * sum.getOrDefault("application", 0.0) / all,
                    100 * sum.getOrDefault("database", 0.0) / all,
                    100 * sum.getOrDefault("load", 0.0) / all));
        }
        return text.append(System.lineSeparator()).toString();
    }

    void write(Path file) throws IOException {
        Files.writeString(
                file,
                String.format(
                        Locale.ROOT,
                        "{%n  \"users\": %d, \"seconds\": %d, \"rounds\": %d, \"players\": %d, \"processors\": %d,"
                                + " \"java\": \"%s\",%n  \"results\": [%n%s%n  ]%n}%n",
                        settings.users(),
                        settings.seconds(),
                        settings.rounds(),
                        settings.players(),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version(),
                        results.stream()
                                .sorted(Report::inOrder)
                                .map(Report::json)
                                .collect(Collectors.joining("," + System.lineSeparator()))));
    }

    /** Whether a request failed, by the file that {@link #write} has made. */
    static boolean hasFailures(Path file) throws IOException {
        return Pattern.compile("\"failed\": [1-9]")
                .matcher(Files.readString(file))
                .find();
    }

    private static String json(Slice.Result result) {
        return String.format(
                Locale.ROOT,
                "    {\"endpoint\": \"%s\", \"route\": \"%s\", \"requests\": %d, \"failed\": %d, \"perSecond\": %.1f,"
                        + " \"p50\": %.2f, \"p95\": %.2f, \"p99\": %.2f, \"cpuMicros\": {%s}}",
                result.endpoint().title(),
                result.route(),
                result.requests(),
                result.failed(),
                result.perSecond(),
                result.p50(),
                result.p95(),
                result.p99(),
                result.cpuMicros().entrySet().stream()
                        .map(process ->
                                String.format(Locale.ROOT, "\"%s\": %.1f", process.getKey(), process.getValue()))
                        .collect(Collectors.joining(", ")));
    }
}
