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

    /**
     * Looks for it, and fetches it if need be.
     *
     * @param name such as {@code memcached}: the program and its package
     * @param libraries packages it needs that a small image lacks; those this release does not have are left out
     * @throws IllegalStateException if there is no way to it here; the message says what was tried
     */
    public static DistributionProgram find(String name, List<String> libraries) {
        Optional<Path> installed = Commands.ofThisMachine().find(name);
        if (installed.isPresent()) {
            return new DistributionProgram(installed.get(), Map.of());
        }
        if (!ServerStrategy.configured().contains(ServerStrategy.DOWNLOAD)) {
            throw new IllegalStateException(
                    "no " + name + " on this machine, and 'download' is not in " + ServerStrategy.PROPERTY);
        }
        DebianPackages packages = DebianPackages.ofThisMachine();
        List<String> wanted = new ArrayList<>(List.of(name));
        wanted.addAll(libraries);
        try {
            Path root = BinaryCache.ofThisUser()
                    .folder(
                            name + "-" + packages.cacheName(null, List.of()),
                            folder -> packages.unpackProgram(folder, wanted));
            return unpacked(root, name);
        } catch (UnavailableException | IOException e) {
            throw new IllegalStateException("no " + name + ": " + e.getMessage(), e);
        }
    }

    private static DistributionProgram unpacked(Path root, String name) throws IOException {
        return new DistributionProgram(
                root.resolve("usr/bin").resolve(name), Map.of("LD_LIBRARY_PATH", libraryPath(root)));
    }

    /** The folders of unpacked packages in which libraries lie, and those below them that a program is linked with. */
    static String libraryPath(Path root) throws IOException {
        List<String> folders = new ArrayList<>();
        for (String above : List.of("usr/lib", "lib")) {
            if (Files.isDirectory(root.resolve(above))) {
                try (DirectoryStream<Path> below = Files.newDirectoryStream(root.resolve(above), "*-linux-*")) {
                    below.forEach(folder -> folders.add(folder.toString()));
                }
            }
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
}
