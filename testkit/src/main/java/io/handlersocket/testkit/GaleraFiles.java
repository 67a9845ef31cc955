// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server needs beside its own files to be a node of a Galera cluster.
 *
 * @param provider the library {@code libgalera_smm.so}
 * @param programs folders with the scripts of a state transfer and the programs they call; empty: those of {@code PATH}
 * @param libraryPath folders with the libraries of these programs; empty: the system's are enough
 * @param rsync the program
 */
record GaleraFiles(Path provider, String programs, String libraryPath, Path rsync) {
    private static final String PROVIDER = "libgalera_smm.so";
    private static final List<String> PROVIDER_FOLDERS =
            List.of("lib/galera", "lib/galera-4", "lib64/galera", "lib64/galera-4");

    /**
     * Those of this machine.
     *
     * @param basedir of the server
     */
    static GaleraFiles installed(Commands commands, Path basedir) throws UnavailableException {
        return of(commands, basedir, "", "");
    }

    /** Those below an unpacked root folder. */
    static GaleraFiles unpacked(Path root) throws IOException, UnavailableException {
        List<Path> programs = List.of(root.resolve("usr/bin"), root.resolve("bin"));
        return of(
                new Commands(programs),
                root.resolve("usr"),
                joined(programs.stream().map(Path::toString)),
                DistributionProgram.libraryPath(root));
    }

    private static GaleraFiles of(Commands commands, Path basedir, String programs, String libraryPath)
            throws UnavailableException {
        for (String called : List.of("wsrep_sst_rsync", "my_print_defaults")) {
            program(commands, called);
        }
        return new GaleraFiles(provider(basedir), programs, libraryPath, program(commands, "rsync"));
    }

    private static Path program(Commands commands, String name) throws UnavailableException {
        return commands.find(name)
                .orElseThrow(() -> new UnavailableException("no " + name + ", which a Galera node calls"));
    }

    private static Path provider(Path basedir) throws UnavailableException {
        return PROVIDER_FOLDERS.stream()
                .map(folder -> basedir.resolve(folder).resolve(PROVIDER))
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new UnavailableException(
                        "no " + PROVIDER + " (package galera-4), which a Galera node loads, below " + basedir));
    }

    /**
     * What the server must be started with so that its scripts find their programs.
     *
     * @param server what it is started with otherwise
     */
    Map<String, String> environment(Map<String, String> server) {
        Map<String, String> environment = new LinkedHashMap<>(server);
        environment.put("PATH", joined(Stream.of(programs, System.getenv().getOrDefault("PATH", ""))));
        String libraries = joined(Stream.of(server.getOrDefault("LD_LIBRARY_PATH", ""), libraryPath));
        if (!libraries.isEmpty()) {
            environment.put("LD_LIBRARY_PATH", libraries);
        }
        return environment;
    }

    private static String joined(Stream<String> paths) {
        return paths.filter(path -> !path.isEmpty()).collect(Collectors.joining(File.pathSeparator));
    }
}
