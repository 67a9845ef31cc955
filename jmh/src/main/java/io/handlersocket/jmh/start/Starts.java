// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.start;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Starts an application in a new JVM again and again, with and without the starter's client alternately; see
 * jmh/README.md.
 */
public final class Starts {

    private static final String[] ARMS = {"without", "with"};
    private static final String[] JVM = System.getProperty("jvm", "").isBlank()
            ? new String[0]
            : System.getProperty("jvm", "").split(" ", -1);

    private record Start(double ready, double fast, double cpu, double classes) {}

    private Starts() {}

    public static void main(String[] args) throws Exception {
        int times = Integer.getInteger("starts", 9);
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB()) {
            server.start();
            Database db = Database.of(server);
            server.execute(
                    "CREATE TABLE IF NOT EXISTS " + db.schema()
                            + ".start_player (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, KEY (name))",
                    "INSERT IGNORE INTO " + db.schema() + ".start_player VALUES (1, 'Zoe')");
            List<List<Start>> starts = List.of(new ArrayList<>(), new ArrayList<>());
            for (int i = -1; i < times; i++) {
                for (int j = 0; j < ARMS.length; j++) {
                    int arm = i % 2 == 0 ? j : 1 - j;
                    Start one = start(db, arm == 1);
                    if (i >= 0) { // the first start of each reads the jars from the disk
                        starts.get(arm).add(one);
                    }
                }
            }
            print(starts);
        }
    }

    private static Start start(Database db, boolean enabled) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of(JVM),
                        Stream.of("-cp", System.getProperty("java.class.path"), StartedApplication.class.getName()))
                .flatMap(words -> words)
                .toList());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT)
                .environment()
                .putAll(Map.of(
                        "SPRING_DATASOURCE_URL", db.url(""),
                        "SPRING_DATASOURCE_USERNAME", db.user(),
                        "SPRING_DATASOURCE_PASSWORD", db.password(),
                        "HANDLERSOCKET_ENABLED", Boolean.toString(enabled)));
        long begin = System.nanoTime();
        Process process = builder.start();
        try (BufferedReader lines = process.inputReader()) {
            double ready = await(lines, StartedApplication.READY, begin);
            String[] cost =
                    lines.readLine().substring(StartedApplication.COST.length()).split(" ", -1);
            double fast = await(lines, StartedApplication.FAST, begin);
            return new Start(ready, fast, Double.parseDouble(cost[1]), Double.parseDouble(cost[0]));
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    /** Returns the milliseconds from the start of the JVM until it writes this line. */
    private static double await(BufferedReader lines, String wanted, long begin) throws IOException {
        String line = lines.readLine();
        while (!wanted.equals(line)) {
            if (line == null) {
                throw new IOException("the application ended before it wrote '" + wanted + "'");
            }
            System.err.println(line);
            line = lines.readLine();
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    private static void print(List<List<Start>> starts) {
        System.out.printf(
                "%-10s %9s %15s %9s %9s %12s %9s%n",
                "arm", "ready ms", "quartiles", "CPU ms", "classes", "fast ms", "starts");
        for (int arm = 0; arm < ARMS.length; arm++) {
            List<Start> all = starts.get(arm);
            System.out.printf(
                    Locale.ROOT,
                    "%-10s %9.0f %7.0f-%7.0f %9.0f %9.0f %12s %9d%n",
                    ARMS[arm],
                    quantile(all, Start::ready, 0.5),
                    quantile(all, Start::ready, 0.25),
                    quantile(all, Start::ready, 0.75),
                    quantile(all, Start::cpu, 0.5),
                    quantile(all, Start::classes, 0.5),
                    arm == 0 ? "" : String.format(Locale.ROOT, "%.0f", quantile(all, Start::fast, 0.5)),
                    all.size());
        }
        System.out.printf(
                Locale.ROOT,
                "with the starter: %+.0f ms, %+.0f ms of CPU, %+.0f classes (medians)%n",
                quantile(starts.get(1), Start::ready, 0.5) - quantile(starts.get(0), Start::ready, 0.5),
                quantile(starts.get(1), Start::cpu, 0.5) - quantile(starts.get(0), Start::cpu, 0.5),
                quantile(starts.get(1), Start::classes, 0.5) - quantile(starts.get(0), Start::classes, 0.5));
    }

    private static double quantile(List<Start> starts, ToDoubleFunction<Start> value, double share) {
        double[] sorted = starts.stream().mapToDouble(value).sorted().toArray();
        return sorted[(int) Math.round((sorted.length - 1) * share)];
    }
}
