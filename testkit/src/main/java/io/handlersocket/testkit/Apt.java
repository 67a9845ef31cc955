// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs apt's programs.
 *
 * @param folder where they run, and where packages are downloaded to
 */
record Apt(Commands commands, Map<String, String> environment, Path folder) {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    Apt(Commands commands, Path folder) {
        this(commands, Map.of(), folder);
    }

    /**
     * Returns the same with lists and archives of its own in a private folder.
     *
     * @param apt an empty folder
     * @param sources a {@code sources.list}; null for the machine's own
     */
    Apt sandbox(Path apt, @Nullable String sources) throws IOException, UnavailableException {
        // By file, not by options: apt reads the machine's configuration, with its hooks, before the command line.
        Map<String, String> own =
                Map.of("APT_CONFIG", configuration(apt, sources).toString());
        return new Apt(commands, own, folder);
    }

    private Path configuration(Path apt, @Nullable String sources) throws IOException, UnavailableException {
        for (String needed : List.of("empty", "state/lists/partial", "cache/archives/partial", "log")) {
            Files.createDirectories(apt.resolve(needed));
        }
        Files.createFile(apt.resolve("status"));
        StringBuilder text = new StringBuilder();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("Dir::State", apt.resolve("state").toString());
        values.put("Dir::State::Lists", apt.resolve("state/lists").toString());
        values.put("Dir::State::status", apt.resolve("status").toString());
        values.put("Dir::Cache", apt.resolve("cache").toString());
        values.put("Dir::Log", apt.resolve("log").toString());
        values.put("Dir::Etc::Parts", apt.resolve("empty").toString());
        values.put("Dir::Etc::Main", apt.resolve("none").toString());
        values.put("APT::Sandbox::User", "");
        values.put("Acquire::Languages", "none");
        values.put("Acquire::Retries", "3");
        values.put("Acquire::http::Timeout", "30");
        values.put("Acquire::https::Timeout", "30");
        if (sources != null) {
            values.put("Dir::Etc::SourceParts", apt.resolve("empty").toString());
            values.put(
                    "Dir::Etc::SourceList",
                    Files.writeString(apt.resolve("sources.list"), sources + "\n")
                            .toString());
            if (ReleaseSources.isUnfinished(sources)) {
                // It is signed for a week at a time, and mirrors lag.
                values.put("Acquire::Check-Valid-Until", "false");
            }
        }
        values.forEach(
                (name, value) -> text.append(name).append(" \"").append(value).append("\";\n"));
        // A proxy of the machine is the only way out where there is one.
        run("apt-config", "dump")
                .output()
                .lines()
                .filter(line -> line.matches("Acquire::(https?|ForceIPv[46])(::.*)? \".+\";"))
                .forEach(line -> text.append(line).append('\n'));
        Path file = apt.resolve("apt.conf");
        Folders.writePrivately(file, text.toString());
        return file;
    }

    Commands.Result run(String... command) throws IOException, UnavailableException {
        return run(List.of(), command);
    }

    /** Runs a command that ends with these names. */
    Commands.Result run(Collection<String> names, String... command) throws IOException, UnavailableException {
        List<String> line = new ArrayList<>(List.of(command));
        line.set(0, program(commands, command[0]).toString());
        line.addAll(names);
        return Commands.run(line, environment, folder, LIMIT);
    }

    static Path program(Commands commands, String name) throws UnavailableException {
        return commands.find(name).orElseThrow(() -> new UnavailableException("no " + name + " on this machine"));
    }
}
