// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The pictures in {@code docs}, and beside them the hash of what they were made of. */
final class Screenshots {

    static final Path FOLDER = Path.of("docs");
    static final List<String> PICTURES = List.of("timeline.png", "dashboard.png");

    private static final Path HASH = FOLDER.resolve("screenshots.sha256");
    private static final Path RESOURCES = Path.of("src", "main", "resources");

    private Screenshots() {}

    /** Of the templates, the style sheet and the script; the ends of lines do not count. */
    static String hashOfSources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : List.of("templates", "static")) {
            try (Stream<Path> files = Files.walk(RESOURCES.resolve(folder))) {
                files.filter(Files::isRegularFile).forEach(sources::add);
            }
        }
        Collections.sort(sources);
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path source : sources) {
                digest.update(source.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readString(source).replace("\r", "").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hashOfPictures() throws IOException {
        return Files.exists(HASH) ? Files.readString(HASH).strip() : "none";
    }

    static void write(String name, byte[] picture) throws IOException {
        Files.createDirectories(FOLDER);
        Files.write(FOLDER.resolve(name), picture);
        Files.writeString(HASH, hashOfSources() + "\n");
    }
}
