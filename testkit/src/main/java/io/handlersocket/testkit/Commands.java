// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs short programs found in a list of folders. */
final class Commands {
    private final List<Path> folders;

    Commands(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The folders of {@code PATH}, then those where servers lie and a user's {@code PATH} does not lead. */
    static Commands ofThisMachine() {
        String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator
                + "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin:/usr/libexec:/usr/local/libexec"
                + ":/usr/local/mysql/bin:/opt/homebrew/opt/mariadb/bin:/usr/local/opt/mariadb/bin:/opt/mariadb/bin";
        return new Commands(List.of(path.split(File.pathSeparator, -1)).stream()
                .filter(folder -> folder.startsWith("/"))
                .distinct()
                .map(Path::of)
                .toList());
    }

    Optional<Path> find(String name) {
        return all(name).stream().findFirst();
    }

    List<Path> all(String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .toList();
    }

    record Result(int exit, String output) {
        boolean ok() {
            return exit == 0;
        }

        /** At most the last {@code lines} lines. */
        String tail(int lines) {
            return Commands.tail(output, lines);
        }
    }

    static String tail(String text, int lines) {
        List<String> all = text.strip().lines().toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }

    /** Standard output and error together; a program that takes longer is killed and reported as exit 124. */
    static Result run(List<String> command, Map<String, String> environment, Path folder, Duration limit)
            throws IOException {
        return run(command, environment, folder, null, limit);
    }

    static Result run(
            List<String> command,
            Map<String, String> environment,
            Path folder,
            @org.jspecify.annotations.Nullable Path input,
            Duration limit)
            throws IOException {
        Path output = Files.createTempFile("handlersocket-testkit", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(input == null ? new File("/dev/null") : input.toFile())
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            boolean ended = awaitEnd(process, limit);
            String text = Files.readString(output, StandardCharsets.ISO_8859_1);
            return ended
                    ? new Result(process.exitValue(), text)
                    : new Result(124, text + "\nnot finished after " + limit.toSeconds() + " s");
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static boolean awaitEnd(Process process, Duration limit) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            process.destroyForcibly();
            return false;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while waiting for " + process.info().command().orElse("?"), e);
        }
    }
}
