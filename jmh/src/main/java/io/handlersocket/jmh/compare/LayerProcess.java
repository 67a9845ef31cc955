// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.jmh.application.ApplicationLayer;
import io.handlersocket.jmh.axes.AxesLayer;
import io.handlersocket.jmh.axes.ServersLayer;
import io.handlersocket.jmh.client.ClientLayer;
import io.handlersocket.jmh.client.SocketsLayer;
import io.handlersocket.jmh.growth.GrowthLayer;
import io.handlersocket.jmh.hibernate.HibernateLayer;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.page.PageLayer;
import io.handlersocket.jmh.spring.SpringLayer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** A layer in a JVM of its own, so that no layer runs on code that another one has warmed. */
public final class LayerProcess {

    private static final JsonMapper JSON = new JsonMapper();

    /** What a layer may take beyond its time, to end. */
    private static long graceSeconds(Pace pace) {
        return pace.full() ? 120 : 10;
    }

    private static final Map<String, Supplier<Layer>> LAYERS = layers();

    /** Goes through the child's standard input: a command line can be read by everybody on the machine. */
    record Job(Database db, Pace pace, String result) {}

    private LayerProcess() {}

    private static Map<String, Supplier<Layer>> layers() {
        Map<String, Supplier<Layer>> layers = new LinkedHashMap<>();
        layers.put("client", ClientLayer::new);
        layers.put("hibernate", HibernateLayer::new);
        layers.put("spring", SpringLayer::new);
        layers.put("page", PageLayer::new);
        layers.put("sockets", SocketsLayer::new);
        layers.put("axes", AxesLayer::new);
        layers.put("servers", ServersLayer::new);
        layers.put("application", ApplicationLayer::new);
        layers.put("growth", GrowthLayer::new);
        return layers;
    }

    static List<String> names() {
        return List.copyOf(LAYERS.keySet());
    }

    /** Starts the JVM and waits for what it measured. */
    static LayerResult run(String layer, Database db, Pace pace) throws IOException, InterruptedException {
        Path result = Files.createTempFile("compare-" + layer, ".json");
        try {
            Process process = new ProcessBuilder(command(layer))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            try (OutputStream in = process.getOutputStream()) {
                in.write(JSON.writeValueAsBytes(new Job(db, pace, result.toString())));
            }
            if (!process.waitFor(pace.seconds() + graceSeconds(pace), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the JVM of the layer " + layer + " did not end in time");
            }
            if (process.exitValue() != 0) {
                throw new IOException("the JVM of the layer " + layer + " ended with " + process.exitValue());
            }
            return JSON.readValue(result.toFile(), LayerResult.class);
        } finally {
            Files.deleteIfExists(result);
        }
    }

    private static List<String> command(String layer) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-Dhandlersocket.test.server=" + System.getProperty("handlersocket.test.server"),
                "-Drows=" + io.handlersocket.jmh.measure.UserTable.ROWS));
        if (Runtime.version().feature() >= 21) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), "io.handlersocket.jmh.Main", "layer", layer));
        return command;
    }

    /** In the child. */
    public static void main(String[] args) throws Exception {
        Job job = JSON.readValue(System.in, Job.class);
        Supplier<Layer> layer = LAYERS.get(args[1]);
        if (layer == null) {
            throw new IllegalArgumentException("layer: " + args[1] + " (expected one of " + LAYERS.keySet() + ")");
        }
        LayerResult result = layer.get().run(job.db(), job.pace());
        Files.write(Path.of(job.result()), JSON.writeValueAsBytes(result));
    }
}
