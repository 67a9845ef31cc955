// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Another server program that comparisons need: the installed one, else one unpacked from the distribution's packages, which
 * happens only where the strategy {@code download} is named for MariaDB too.
 *
 * @param path the program
 * @param environment what it must be started with so that it finds its libraries
 */
public record DistributionProgram(Path path, Map<String, String> environment) {

    public DistributionProgram {
        environment = Map.copyOf(environment);
    }

    /** Looks for a program whose package has the same name, as {@link #find(String, String, List)} does. */
    public static DistributionProgram find(String name, List<String> libraries) {
        return find(name, name, libraries);
    }

    /**
     * Looks for a program, and fetches it if need be.
     *
     * @param name of the program, such as {@code mariadb-dump}
     * @param packageName such as {@code mariadb-client}
     * @param libraries packages it needs that a small image lacks; those this release does not have are left out
     * @throws IllegalStateException if there is no way to it here; the message says what was tried
     */
    public static DistributionProgram find(String name, String packageName, List<String> libraries) {
        Optional<Path> installed = Commands.ofThisMachine().find(name);
        if (installed.isPresent()) {
            return new DistributionProgram(installed.get(), Map.of());
        }
        Path root = fetched(name, packageName, libraries);
        Path program = root.resolve("usr/bin").resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException("no " + name + " in the package " + packageName + " of this release");
        }
        try {
            return new DistributionProgram(program, Map.of("LD_LIBRARY_PATH", libraryPath(root)));
        } catch (IOException e) {
            throw new IllegalStateException("no " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Looks for a library that programs can be started with and that needs no others, and fetches it if need be.
     *
     * @param file below the folder of libraries, such as {@code faketime/libfaketimeMT.so.1}
     * @param packageName such as {@code libfaketime}
     * @throws IllegalStateException if there is no way to it here; the message says what was tried
     */
    public static Path findLibrary(String file, String packageName) {
        Optional<Path> installed = library(Path.of("/"), file);
        if (installed.isPresent()) {
            return installed.get();
        }
        return library(fetched(file, packageName, List.of()), file)
                .orElseThrow(() -> new IllegalStateException(
                        "no " + file + " in the package " + packageName + " of this release"));
    }

    private static Optional<Path> library(Path root, String file) {
        try {
            for (Path folder : libraryFolders(root)) {
                if (Files.isReadable(folder.resolve(file))) {
                    return Optional.of(folder.resolve(file));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("no " + file + ": " + e.getMessage(), e);
        }
    }

    private static Path fetched(String name, String packageName, List<String> libraries) {
        if (!ServerStrategy.configured().contains(ServerStrategy.DOWNLOAD)) {
            throw new IllegalStateException(
                    "no " + name + " on this machine, and 'download' is not in " + ServerStrategy.PROPERTY);
        }
        DebianPackages packages = DebianPackages.ofThisMachine();
        List<String> wanted = new ArrayList<>(List.of(packageName));
        wanted.addAll(libraries);
        try {
            return BinaryCache.ofThisUser()
                    .folder(
                            packageName + "-" + packages.cacheName(null, List.of()),
                            folder -> packages.unpackProgram(folder, wanted));
        } catch (UnavailableException | IOException e) {
            throw new IllegalStateException("no " + name + ": " + e.getMessage(), e);
        }
    }

    /** The folders of unpacked packages in which libraries lie, and those below them that a program is linked with. */
    static String libraryPath(Path root) throws IOException {
        List<String> folders = new ArrayList<>();
        for (Path folder : libraryFolders(root)) {
            folders.add(folder.toString());
        }
        for (String folder : List.copyOf(folders)) {
            // libpulse keeps its common part there.
            Path below = Path.of(folder, "pulseaudio");
            if (Files.isDirectory(below)) {
                folders.add(below.toString());
            }
        }
        return String.join(":", folders);
    }

    static List<Path> libraryFolders(Path root) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String above : List.of("usr/lib", "lib")) {
            if (Files.isDirectory(root.resolve(above))) {
                try (DirectoryStream<Path> below = Files.newDirectoryStream(root.resolve(above), "*-linux-*")) {
                    below.forEach(folders::add);
                }
            }
        }
        return folders;
    }
}
