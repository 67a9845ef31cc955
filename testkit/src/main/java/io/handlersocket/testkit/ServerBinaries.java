// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one server version.
 *
 * @param mariadbd the program
 * @param basedir the folder above {@code bin} or {@code sbin}
 * @param share the folder of the bootstrap SQL, the messages and {@code charsets}
 * @param plugins the folder of {@code handlersocket.so}
 * @param libraryPath folders with shared libraries, as for {@code LD_LIBRARY_PATH}; empty: the system's are enough
 * @param loader what starts the program, where it comes with the C library of another release; null: the system's
 */
record ServerBinaries(
        Path mariadbd,
        Path basedir,
        Path share,
        Path plugins,
        String libraryPath,
        @Nullable Path loader) {
    private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");
    private static final List<String> SHARES = List.of("share/mysql", "share/mariadb", "share");
    private static final Pattern NUMBER = Pattern.compile("\\bVer (\\d+\\.\\d+\\.\\d+)");

    /** The first server of this machine that has the wanted plugins. */
    static ServerBinaries installed(Commands commands, List<String> plugins) throws IOException, UnavailableException {
        List<String> reasons = new ArrayList<>();
        for (Path program :
                PROGRAMS.stream().flatMap(name -> commands.all(name).stream()).toList()) {
            try {
                Path real = program.toRealPath();
                ServerBinaries found = at(real, real.resolve("../..").normalize(), plugins);
                found.version();
                return found;
            } catch (UnavailableException e) {
                reasons.add(e.getMessage());
            }
        }
        throw new UnavailableException(
                reasons.isEmpty()
                        ? "no mariadbd on this machine"
                        : String.join("; ", reasons.stream().distinct().toList()));
    }

    /** The server below an unpacked root folder. */
    static ServerBinaries unpacked(Path root, List<String> plugins) throws IOException, UnavailableException {
        ServerBinaries found = at(root.resolve("usr/sbin/mariadbd"), root.resolve("usr"), plugins);
        List<Path> libraries = DistributionProgram.libraryFolders(root);
        return new ServerBinaries(
                found.mariadbd,
                found.basedir,
                found.share,
                found.plugins,
                libraries.stream().map(Path::toString).collect(Collectors.joining(":")),
                loader(libraries));
    }

    private static @Nullable Path loader(List<Path> libraries) throws IOException {
        for (Path folder : libraries) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "ld-linux*.so.*")) {
                for (Path loader : found) {
                    return loader;
                }
            }
        }
        return null;
    }

    private static ServerBinaries at(Path mariadbd, Path basedir, List<String> plugins)
            throws IOException, UnavailableException {
        if (!Files.isExecutable(mariadbd)) {
            throw new UnavailableException("no mariadbd at " + mariadbd);
        }
        Path share = SHARES.stream()
                .map(basedir::resolve)
                .filter(folder -> DataDirectory.hasBootstrapSql(folder))
                .findFirst()
                .orElseThrow(() -> new UnavailableException(mariadbd + ": no bootstrap SQL below " + basedir));
        List<Path> candidates = new ArrayList<>();
        for (Path lib : folders(basedir, "lib*")) {
            candidates.add(lib.resolve("plugin"));
            for (Path below : folders(lib, "*")) {
                candidates.add(below.resolve("plugin"));
            }
        }
        Path first = null;
        for (Path candidate : candidates) {
            if (Files.isDirectory(candidate)) {
                first = first == null ? candidate : first;
                if (plugins.stream().allMatch(name -> Files.exists(candidate.resolve(name + ".so")))) {
                    return new ServerBinaries(mariadbd, basedir, share, candidate, "", null);
                }
            }
        }
        throw new UnavailableException(mariadbd + " has no " + String.join(".so, ", plugins) + ".so "
                + (first == null ? "(no plugin folder below " + basedir + ")" : "in " + first));
    }

    private static List<Path> folders(Path parent, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent, glob)) {
                stream.forEach(found::add);
            }
        }
        return found.stream().filter(Files::isDirectory).sorted().toList();
    }

    /** What {@code mariadbd --version} prints; fails with the list of missing shared libraries if it cannot run. */
    String version() throws IOException, UnavailableException {
        Commands.Result result =
                Commands.run(command("--no-defaults", "--version"), environment(), basedir, Duration.ofSeconds(20));
        if (!result.ok()) {
            String missing = missingLibraries();
            throw new UnavailableException(
                    mariadbd + " does not run: " + (missing.isEmpty() ? result.tail(3) : "missing " + missing));
        }
        if (!result.output().contains("MariaDB")) {
            throw new UnavailableException(mariadbd + " is not MariaDB: " + result.tail(1));
        }
        return result.tail(1);
    }

    /** The version alone, such as {@code 11.8.6}; empty if the program does not say it as MariaDB does. */
    String number() throws IOException, UnavailableException {
        Matcher number = NUMBER.matcher(version());
        return number.find() ? number.group(1) : "";
    }

    /** Starts the program with these arguments, in {@link #environment()}. */
    List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        if (loader != null) {
            command.addAll(List.of(loader.toString(), "--library-path", libraryPath));
        }
        command.add(mariadbd.toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private String missingLibraries() throws IOException {
        Optional<Path> ldd = Commands.ofThisMachine().find("ldd");
        if (ldd.isEmpty()) {
            return "";
        }
        Commands.Result result = Commands.run(
                List.of(ldd.get().toString(), mariadbd.toString()), environment(), basedir, Duration.ofSeconds(20));
        return String.join(
                ", ",
                result.output()
                        .lines()
                        .filter(line -> line.contains("not found"))
                        .map(line -> line.strip().split(" ", 2)[0])
                        .distinct()
                        .toList());
    }

    /** Folders first, so that libraries of the same packages win over the system's. */
    Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        if (!libraryPath.isEmpty() && loader == null) {
            String inherited = System.getenv().getOrDefault("LD_LIBRARY_PATH", "");
            environment.put(
                    "LD_LIBRARY_PATH",
                    String.join(
                            ":",
                            Stream.of(libraryPath, inherited)
                                    .filter(path -> !path.isEmpty())
                                    .toList()));
        }
        return environment;
    }
}
