// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server from the distribution's own packages, fetched and unpacked by an ordinary user.
 *
 * <p>apt works on lists of its own in a private folder, so the state of the system's lists does not matter, and
 * compares each package with the checksum in the signed lists. Nothing is installed.
 */
final class DebianPackages {
    private static final Pattern VERSION = Pattern.compile("(?m)^Version: (?:\\d+:)?(\\d+\\.\\d+\\.\\d+)");

    private final Commands commands;
    private final Path osRelease;

    DebianPackages(Commands commands, Path osRelease) {
        this.commands = commands;
        this.osRelease = osRelease;
    }

    static DebianPackages ofThisMachine() {
        return new DebianPackages(Commands.ofThisMachine(), Path.of("/etc/os-release"));
    }

    /** Distribution, release, line, architecture and engines: what decides which packages fit. */
    String cacheName(@Nullable String line, Collection<String> engines) throws IOException, UnavailableException {
        if (!Files.isReadable(osRelease)) {
            throw new UnavailableException("not a Debian or Ubuntu machine (no " + osRelease + ")");
        }
        for (String program : List.of("apt-get", "apt-cache", "apt-config", "dpkg-deb")) {
            Apt.program(commands, program);
        }
        Map<String, String> release = ReleaseSources.osRelease(osRelease);
        StringBuilder name = new StringBuilder(release.getOrDefault("ID", "linux"))
                .append('-')
                .append(release.getOrDefault("VERSION_ID", release.getOrDefault("VERSION_CODENAME", "unknown")))
                .append('-')
                .append(System.getProperty("os.arch"));
        if (line != null) {
            name.append('-').append(line);
        }
        new TreeSet<>(engines).forEach(engine -> name.append('+').append(engine));
        return name.toString().toLowerCase(Locale.ROOT);
    }

    /** Which packages to fetch, once the lists are there; none if they do not have what is wanted. */
    private interface Choice {
        List<String> packages(Apt apt) throws IOException, UnavailableException;
    }

    /**
     * Leaves a server of a line there, from whichever release of the distribution has it, with the loader and all
     * libraries of that release: those of this machine may be older.
     *
     * @param line such as {@code 11.8}, or with the patch level
     * @throws UnavailableException if no release has it; the message says what each has
     */
    void unpackLine(Path folder, String line, Collection<String> engines) throws IOException, UnavailableException {
        ReleaseSources releases = new ReleaseSources(
                ReleaseSources.osRelease(osRelease),
                new Apt(commands, folder)
                        .run("apt-get", "indextargets", "--format", ReleaseSources.FORMAT)
                        .output()
                        .lines()
                        .toList());
        List<String> seen = new ArrayList<>();
        for (String codename : releases.codenames()) {
            String sources = releases.of(codename);
            boolean unpacked = !sources.isEmpty()
                    && unpackInto(folder, sources, apt -> {
                        String version = version(apt);
                        seen.add(codename + " has " + (version.isEmpty() ? "none" : version));
                        return ServerVersion.matches(line, version) ? withLibraries(apt, engines) : List.of();
                    });
            if (unpacked) {
                Folders.delete(folder.resolve("usr/bin"));
                return;
            }
        }
        throw new UnavailableException("no release with MariaDB " + line + " in the machine's package sources ("
                + (seen.isEmpty() ? "they do not name its own release" : String.join(", ", seen)) + ')');
    }

    /** Which MariaDB the lists have, such as {@code 11.8.6}; empty if none. */
    private static String version(Apt apt) throws IOException, UnavailableException {
        Matcher version = VERSION.matcher(apt.run("apt-cache", "show", "--no-all-versions", "mariadb-server")
                .output());
        return version.find() ? version.group(1) : "";
    }

    private static List<String> withLibraries(Apt apt, Collection<String> engines)
            throws IOException, UnavailableException {
        List<String> server = server(apt, engines);
        Set<String> wanted = new LinkedHashSet<>(server);
        // Of the program only: by their packages, plugins need the whole server with its scripts.
        wanted.addAll(dependencies(apt, server.subList(0, 1)));
        return List.copyOf(wanted);
    }

    /** Leaves {@code usr} and {@code lib} in the folder, and {@code packages.txt} with the names of the packages. */
    void unpackInto(Path folder, Collection<String> engines) throws IOException, UnavailableException {
        unpackInto(folder, null, apt -> packages(apt, engines));
        Folders.delete(folder.resolve("usr/bin"));
    }

    /** As the other one, for the packages of another program; names that this release does not have are left out. */
    void unpackProgram(Path folder, List<String> names) throws IOException, UnavailableException {
        unpackInto(folder, null, apt -> real(apt, names));
    }

    /**
     * As {@link #unpackProgram}, with all that the packages depend on and this machine does not have installed; each of
     * the names must be known. What is installed already is taken from the machine.
     */
    void unpackWithDependencies(Path folder, List<String> names) throws IOException, UnavailableException {
        unpackInto(folder, null, apt -> {
            Path installed = Path.of("/var/lib/dpkg/status");
            if (Files.isReadable(installed)) {
                Files.copy(installed, folder.resolve("apt/status"), StandardCopyOption.REPLACE_EXISTING);
            }
            return dependencies(apt, names);
        });
    }

    /** Leaves what {@link GaleraFiles#unpacked} needs. From the machine's own release: no loader runs its programs. */
    void unpackGalera(Path folder) throws IOException, UnavailableException {
        unpackInto(folder, null, apt -> {
            List<String> server = server(apt, List.of());
            List<String> names = new ArrayList<>(
                    List.of("galera-4", "rsync", server.get(1), server.get(0).replace("server", "client")));
            // Slim images lack these programs and libraries.
            names.addAll(
                    List.of("procps", "lsof", "libpopt0", "libxxhash0", "libproc2-0", "libtirpc3", "libtirpc3t64"));
            return real(apt, names);
        });
    }

    /** The packages with all that they depend on and the sandbox does not take for installed. */
    private static List<String> dependencies(Apt apt, List<String> names) throws IOException, UnavailableException {
        Commands.Result plan = apt.run(
                names, "apt-get", "--simulate", "--no-remove", "--no-install-recommends", "--reinstall", "install");
        if (!plan.ok()) {
            throw new UnavailableException("apt-get finds no way to " + String.join(" ", names) + ": "
                    + plan.tail(4).replace('\n', ' '));
        }
        return plan.output()
                .lines()
                .filter(line -> line.startsWith("Inst "))
                .map(line -> line.split(" ", 3)[1])
                .toList();
    }

    /**
     * @param sources a {@code sources.list}; null for the machine's own
     * @return whether anything was wanted
     */
    private boolean unpackInto(Path folder, @Nullable String sources, Choice choice)
            throws IOException, UnavailableException {
        Path own = Files.createDirectory(folder.resolve("apt"));
        Path archives = Files.createDirectory(folder.resolve("packages"));
        Apt apt = new Apt(commands, archives).sandbox(own, sources);
        // Its exit code also tells of sources that have nothing to do with the program: the download is what counts.
        Commands.Result update = apt.run("apt-get", "update");
        List<String> wanted = choice.packages(apt);
        if (wanted.isEmpty()) {
            Folders.delete(own);
            Folders.delete(archives);
            return false;
        }
        Commands.Result download = apt.run(wanted, "apt-get", "download");
        if (!download.ok()) {
            throw new UnavailableException("apt-get download " + String.join(" ", wanted) + " failed: "
                    + download.tail(4).replace('\n', ' ')
                    + (update.ok()
                            ? ""
                            : "; before it, apt-get update: " + update.tail(4).replace('\n', ' ')));
        }
        List<String> unpacked = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(archives, "*.deb")) {
            for (Path file : files) {
                Commands.Result result = apt.run("dpkg-deb", "-x", file.toString(), folder.toString());
                if (!result.ok()) {
                    throw new UnavailableException("cannot unpack " + file.getFileName() + ": "
                            + result.tail(3).replace('\n', ' '));
                }
                unpacked.add(file.getFileName().toString());
            }
        }
        if (unpacked.size() < wanted.size()) {
            throw new UnavailableException("apt-get download gave " + unpacked + " (expected " + wanted + ")");
        }
        Files.writeString(folder.resolve("packages.txt"), String.join("\n", new TreeSet<>(unpacked)) + "\n");
        for (String unneeded : List.of("apt", "packages", "usr/share/doc", "usr/share/man", "etc", "var")) {
            Folders.delete(folder.resolve(unneeded));
        }
        return true;
    }

    private static List<String> packages(Apt apt, Collection<String> engines) throws IOException, UnavailableException {
        List<String> wanted = new ArrayList<>(server(apt, engines));
        wanted.add(isReal(apt, "libaio1t64") ? "libaio1t64" : "libaio1");
        // Slim images lack these; where the machine has them, they are the same release.
        wanted.addAll(List.of("liburing2", "libnuma1", "libpcre2-8-0"));
        return wanted;
    }

    /** The server's program first, then its plugins. */
    private static List<String> server(Apt apt, Collection<String> engines) throws IOException, UnavailableException {
        String core = "mariadb-server-core";
        if (!isReal(apt, core)) {
            // Ubuntu 22.04, Debian 11 and older have the version in the name.
            core = apt.run("apt-cache", "pkgnames", core + '-')
                    .output()
                    .lines()
                    .filter(name -> name.matches("mariadb-server-core-[0-9.]+"))
                    .max(String::compareTo)
                    .orElse(core);
        }
        List<String> wanted = new ArrayList<>(List.of(core, core.replace("-core", "")));
        for (String engine : engines) {
            wanted.add("mariadb-plugin-" + engine);
            if (engine.equals("rocksdb")) {
                wanted.add("libsnappy1v5");
            }
        }
        return wanted;
    }

    private static boolean isReal(Apt apt, String name) throws IOException, UnavailableException {
        return !real(apt, List.of(name)).isEmpty();
    }

    /** Those that stand for a package, not only for something other packages mention or provide. */
    private static List<String> real(Apt apt, List<String> names) throws IOException, UnavailableException {
        Set<String> known = apt.run(names, "apt-cache", "show", "--no-all-versions")
                .output()
                .lines()
                .filter(line -> line.startsWith("Package: "))
                .map(line -> line.substring("Package: ".length()).strip())
                .collect(Collectors.toSet());
        return names.stream().filter(known::contains).toList();
    }
}
