// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tls;

import io.handlersocket.testkit.DistributionProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of samples/tls, and what its scripts write. */
final class TlsManifests {

    static final Path FOLDER = Path.of("../samples/tls");
    private static final String SECRET = "secretKeyRef";

    private TlsManifests() {}

    static Map<?, ?> compose() {
        return (Map<?, ?>) documents(text("compose.yaml")).get(0);
    }

    /** What {@code samples/tls/kubernetes} prints. */
    static List<Map<?, ?>> kubernetes(Path folder) throws Exception {
        return documents(run(folder, "kubernetes")).stream()
                .<Map<?, ?>>map(document -> (Map<?, ?>) document)
                .toList();
    }

    /** The authority and the server's certificate, as the script makes them. */
    static void makeCertificates(Path folder, String... names) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(folder.toString()));
        arguments.addAll(List.of(names));
        run(folder, "certificates", arguments.toArray(String[]::new));
    }

    private static String run(Path folder, String script, String... arguments) throws Exception {
        DistributionProgram openssl = DistributionProgram.find("openssl", List.of("libssl3", "libssl3t64"));
        List<String> command = new ArrayList<>(
                List.of(FOLDER.resolve(script).toAbsolutePath().normalize().toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, script, ".out");
        Path errors = Files.createTempFile(folder, script, ".errors");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(openssl.environment());
        builder.environment().merge("PATH", "" + openssl.path().getParent(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(script + ": " + Files.readString(errors));
        }
        return Files.readString(out);
    }

    static String text(String name) {
        try {
            return Files.readString(FOLDER.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Object> documents(String text) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        List<Object> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(strict)).loadAll(text).forEach(documents::add);
        return documents;
    }

    static Map<?, ?> named(List<Map<?, ?>> documents, String kind, String name) {
        return documents.stream()
                .filter(document -> kind.equals(document.get("kind")) && name.equals(at(document, "metadata", "name")))
                .reduce((one, other) -> {
                    throw new IllegalStateException("two of " + kind + " " + name);
                })
                .orElseThrow(() -> new IllegalStateException("no " + kind + " " + name));
    }

    static List<Map<?, ?>> containers(Map<?, ?> workload) {
        return maps(at(workload, "spec", "template", "spec", "containers"));
    }

    static List<Map<?, ?>> maps(@Nullable Object list) {
        return ((List<?>) Objects.requireNonNull(list))
                .stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList();
    }

    static @Nullable Object at(Map<?, ?> map, String... path) {
        Object value = map;
        for (String name : path) {
            value = value instanceof Map<?, ?> inner ? inner.get(name) : null;
        }
        return value;
    }

    /** The variables of a container or service; those that come from a Secret are left out. */
    static Map<String, String> environment(Map<?, ?> container) {
        Map<String, String> variables = new LinkedHashMap<>();
        Object given = container.get("env") == null ? container.get("environment") : container.get("env");
        if (given instanceof Map<?, ?> all) {
            all.forEach((name, value) -> variables.put(name.toString(), value.toString()));
        } else {
            for (Map<?, ?> each : maps(given)) {
                if (at(each, "valueFrom", SECRET) == null) {
                    variables.put(String.valueOf(each.get("name")), String.valueOf(each.get("value")));
                }
            }
        }
        return variables;
    }
}
