// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A server from the distribution's own packages, fetched and unpacked by an ordinary user.
 *
 * <p>apt works on lists of its own in a private folder, so the state of the system's lists does not matter, and
 * compares each package with the checksum in the signed lists. Nothing is installed.
 */
final class DebianPackages {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Commands commands;
    private final Path osRelease;

    DebianPackages(Commands commands, Path osRelease) {
        this.commands = commands;
        this.osRelease = osRelease;
    }

    static DebianPackages ofThisMachine() {
        return new DebianPackages(Commands.ofThisMachine(), Path.of("/etc/os-release"));
    }

    /** Distribution, release, architecture and engines: what decides which packages fit. */
    String cacheName(Collection<String> engines) throws IOException, UnavailableException {
        if (!Files.isReadable(osRelease)) {
            throw new UnavailableException("not a Debian or Ubuntu machine (no " + osRelease + ")");
        }
        for (String program : List.of("apt-get", "apt-cache", "apt-config", "dpkg-deb")) {
            program(program);
        }
        Map<String, String> release = Files.readString(osRelease, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("="))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].replace("\"", ""), (a, b) -> b));
        StringBuilder name = new StringBuilder(release.getOrDefault("ID", "linux"))
                .append('-')
                .append(release.getOrDefault("VERSION_ID", release.getOrDefault("VERSION_CODENAME", "unknown")))
                .append('-')
                .append(System.getProperty("os.arch"));
        new TreeSet<>(engines).forEach(engine -> name.append('+').append(engine));
        return name.toString().toLowerCase(Locale.ROOT);
    }

    /** Which packages to fetch, once the lists are there. */
    private interface Choice {
        List<String> packages(Map<String, String> environment, Path folder) throws IOException, UnavailableException;
    }

    /** Leaves {@code usr} and {@code lib} in the folder, and {@code packages.txt} with the names of the packages. */
    void unpackInto(Path folder, Collection<String> engines) throws IOException, UnavailableException {
        unpackInto(folder, (environment, archives) -> packages(environment, archives, engines));
        Folders.delete(folder.resolve("usr/bin"));
    }

    /** As the other one, for the packages of another program; names that this release does not have are left out. */
    void unpackProgram(Path folder, List<String> names) throws IOException, UnavailableException {
        unpackInto(folder, (environment, archives) -> {
            Set<String> known = real(environment, archives, names.toArray(String[]::new));
            return names.stream().filter(known::contains).toList();
        });
    }

    /**
     * As {@link #unpackProgram}, with all that the packages depend on and this machine does not have installed; each of
     * the names must be known. What is installed already is taken from the machine.
     */
    void unpackWithDependencies(Path folder, List<String> names) throws IOException, UnavailableException {
        unpackInto(folder, (environment, archives) -> {
            Path installed = Path.of("/var/lib/dpkg/status");
            if (Files.isReadable(installed)) {
                Files.copy(installed, folder.resolve("apt/status"), StandardCopyOption.REPLACE_EXISTING);
            }
            List<String> command = new ArrayList<>(List.of(
                    "apt-get", "--simulate", "--no-remove", "--no-install-recommends", "--reinstall", "install"));
            command.addAll(names);
            Commands.Result plan = run(environment, archives, command.toArray(String[]::new));
            if (!plan.ok()) {
                throw new UnavailableException("apt-get finds no way to " + String.join(" ", names) + ": "
                        + plan.tail(4).replace('\n', ' '));
            }
            return plan.output()
                    .lines()
                    .filter(line -> line.startsWith("Inst "))
                    .map(line -> line.split(" ", 3)[1])
                    .toList();
        });
    }

    private void unpackInto(Path folder, Choice choice) throws IOException, UnavailableException {
        Path apt = Files.createDirectory(folder.resolve("apt"));
        Path archives = Files.createDirectory(folder.resolve("packages"));
        Map<String, String> environment =
                Map.of("APT_CONFIG", configuration(apt).toString());
        // Its exit code also tells of sources that have nothing to do with the program: the download is what counts.
        Commands.Result update = run(environment, archives, "apt-get", "update");
        List<String> wanted = choice.packages(environment, archives);
        List<String> command = new ArrayList<>(List.of("apt-get", "download"));
        command.addAll(wanted);
        Commands.Result download = run(environment, archives, command.toArray(String[]::new));
        if (wanted.isEmpty() || !download.ok()) {
            throw new UnavailableException("apt-get download " + String.join(" ", wanted) + " failed: "
                    + download.tail(4).replace('\n', ' ')
                    + (update.ok()
                            ? ""
                            : "; before it, apt-get update: " + update.tail(4).replace('\n', ' ')));
        }
        List<String> unpacked = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(archives, "*.deb")) {
            for (Path file : files) {
                Commands.Result result = run(Map.of(), archives, "dpkg-deb", "-x", file.toString(), folder.toString());
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
    }

    private List<String> packages(Map<String, String> environment, Path folder, Collection<String> engines)
            throws IOException, UnavailableException {
        Set<String> known = real(environment, folder, "mariadb-server-core", "mariadb-server", "libaio1t64", "libaio1");
        List<String> wanted = new ArrayList<>();
        if (known.contains("mariadb-server-core")) {
            wanted.add("mariadb-server-core");
            wanted.add("mariadb-server");
        } else {
            // Ubuntu 22.04 and older have the version in the name.
            String core = run(environment, folder, "apt-cache", "pkgnames", "mariadb-server-core-")
                    .output()
                    .lines()
                    .filter(name -> name.matches("mariadb-server-core-[0-9.]+"))
                    .max(String::compareTo)
                    .orElse("mariadb-server-core");
            wanted.add(core);
            wanted.add(core.replace("-core", ""));
        }
        wanted.add(known.contains("libaio1t64") ? "libaio1t64" : "libaio1");
        // Slim images lack these; where the machine has them, they are the same release.
        wanted.addAll(List.of("liburing2", "libnuma1", "libpcre2-8-0"));
        for (String engine : engines) {
            wanted.add("mariadb-plugin-" + engine);
            if (engine.equals("rocksdb")) {
                wanted.add("libsnappy1v5");
            }
        }
        return wanted;
    }

    /** Names that stand for a package, not only for something other packages mention or provide. */
    private Set<String> real(Map<String, String> environment, Path folder, String... names)
            throws IOException, UnavailableException {
        List<String> command = new ArrayList<>(List.of("apt-cache", "show", "--no-all-versions"));
        command.addAll(List.of(names));
        return run(environment, folder, command.toArray(String[]::new))
                .output()
                .lines()
                .filter(line -> line.startsWith("Package: "))
                .map(line -> line.substring("Package: ".length()).strip())
                .collect(Collectors.toSet());
    }

    /** By file, not by options: apt reads the machine's configuration, with its hooks, before the command line. */
    private Path configuration(Path apt) throws IOException, UnavailableException {
        for (String needed : List.of("empty", "state/lists/partial", "cache/archives/partial", "log")) {
            Files.createDirectories(apt.resolve(needed));
        }
        Files.createFile(apt.resolve("status"));
        StringBuilder text = new StringBuilder();
        Map<String, String> values = new java.util.LinkedHashMap<>();
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
        values.forEach(
                (name, value) -> text.append(name).append(" \"").append(value).append("\";\n"));
        // A proxy of the machine is the only way out where there is one.
        run(Map.of(), apt, "apt-config", "dump")
                .output()
                .lines()
                .filter(line -> line.matches("Acquire::(https?|ForceIPv[46])(::.*)? \".+\";"))
                .forEach(line -> text.append(line).append('\n'));
        Path file = apt.resolve("apt.conf");
        Folders.writePrivately(file, text.toString());
        return file;
    }

    private Commands.Result run(Map<String, String> environment, Path folder, String... command)
            throws IOException, UnavailableException {
        List<String> line = new ArrayList<>(List.of(command));
        line.set(0, program(command[0]).toString());
        return Commands.run(line, environment, folder, LIMIT);
    }

    private Path program(String name) throws UnavailableException {
        return commands.find(name).orElseThrow(() -> new UnavailableException("no " + name + " on this machine"));
    }
}
