// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Package sources of other releases of this machine's distribution. They are the machine's own sources with another
 * code name, so that mirrors and proxies stay what they are.
 */
final class ReleaseSources {

    /** Where a server line is looked for after the machine's own release. The line of each is asked, not known. */
    private static final Map<String, List<String>> RELEASES = Map.of(
            "debian", List.of("trixie", "bookworm", "bullseye", "forky", "sid"),
            "ubuntu", List.of("resolute", "noble", "jammy"));

    private static final List<String> UNFINISHED = List.of("forky", "sid");

    private static final List<String> KEYRINGS = List.of("gpg", "pgp");

    /** What {@code apt-get indextargets} is asked to print of each source of the machine. */
    static final String FORMAT = "$(CREATED_BY) $(REPO_URI) $(RELEASE) $(COMPONENT)";

    private final Map<String, String> osRelease;
    private final List<String> own;

    /**
     * @param osRelease the content of {@code /etc/os-release}
     * @param own the machine's sources, in {@link #FORMAT}
     */
    ReleaseSources(Map<String, String> osRelease, List<String> own) {
        this.osRelease = osRelease;
        this.own = own;
    }

    static Map<String, String> osRelease(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("="))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].replace("\"", ""), (a, b) -> b));
    }

    /** Whether these sources are of a release that is still being made. */
    static boolean isUnfinished(String sources) {
        return UNFINISHED.stream().anyMatch(codename -> sources.contains(' ' + codename + ' '));
    }

    /** The code names of releases, the machine's own first. */
    List<String> codenames() {
        Set<String> names = new LinkedHashSet<>();
        String codename = codename();
        if (!codename.isEmpty()) {
            names.add(codename);
        }
        names.addAll(RELEASES.getOrDefault(distribution(), List.of()));
        return List.copyOf(names);
    }

    /** A {@code sources.list} of that release; empty if the machine has no sources of its own release. */
    String of(String codename) {
        List<String> lines = new ArrayList<>();
        for (String target : own) {
            String[] words = target.split(" ", -1);
            // One part of its name: bookworm, bookworm-security, bookworm-updates.
            if (words.length == 4 && words[0].equals("Packages") && words[2].split("-", 2)[0].equals(codename())) {
                String release = codename + words[2].substring(codename().length());
                lines.add("deb " + signedBy() + words[1] + ' ' + release + ' ' + words[3]);
            }
        }
        return lines.stream().distinct().collect(Collectors.joining("\n"));
    }

    /**
     * The keys that the distribution signs all its releases with; without such a file, those that apt trusts anyway.
     */
    private String signedBy() {
        return KEYRINGS.stream()
                .map(ending -> Path.of("/usr/share/keyrings", distribution() + "-archive-keyring." + ending))
                .filter(Files::isReadable)
                .findFirst()
                .map(file -> "[signed-by=" + file + "] ")
                .orElse("");
    }

    private String distribution() {
        return osRelease.getOrDefault("ID", "");
    }

    private String codename() {
        return osRelease.getOrDefault("VERSION_CODENAME", "");
    }
}
