// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recorded conversations with a server, byte for byte, one JSON object per line of a file. */
public final class WireVectors {

    /**
     * One conversation.
     *
     * @param name of the vector
     * @param setup statements to run before
     * @param writePort whether it goes to the write port
     * @param authenticate whether the secret is sent first
     * @param requests each with its line end
     * @param responses the answer to each
     * @param variants the answers that servers of other versions were seen to give instead
     */
    public record Vector(
            String name,
            List<String> setup,
            boolean writePort,
            boolean authenticate,
            List<byte[]> requests,
            List<byte[]> responses,
            List<List<byte[]>> variants) {

        public Vector {
            setup = List.copyOf(setup);
            requests = List.copyOf(requests);
            responses = List.copyOf(responses);
            variants = List.copyOf(variants);
        }

        /** Returns whether these answers to all requests were recorded, with this server or another. */
        public boolean isRecorded(List<byte[]> answers) {
            return isAlike(responses, answers) || variants.stream().anyMatch(variant -> isAlike(variant, answers));
        }

        /**
         * Whether a server can be sent this: before version 1.1 the plugin does not count the values of a request, and
         * those beyond 32 can crash the server (MDEV-40425).
         *
         * @param plugin the plugin's version
         */
        public boolean isHarmlessTo(String plugin) {
            return !plugin.equals("1.0") || !COUNTED.contains(name);
        }

        private static boolean isAlike(List<byte[]> some, List<byte[]> others) {
            return Arrays.deepEquals(some.toArray(), others.toArray());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Set<String> COUNTED = Set.of("insert_more_than_32_values", "vlen_over_32");

    /** As much of JSON as the file needs: a text, a list of texts without escapes, true or false. */
    private static final Pattern MEMBER =
            Pattern.compile("\"(\\w+)\"\\s*:\\s*(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|\\[[^\\]]*\\]|true|false)");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u[0-9a-fA-F]{4}|.)");
    private static final Pattern HEX = Pattern.compile("\"([0-9a-fA-F]*)\"");

    private WireVectors() {}

    /**
     * Returns those of {@code -Dwire.vectors=FILE} in its order, or else those recorded with 10.11.19, and some of what
     * 11.8 has besides. Their secrets are {@code hs-read} and {@code hs-write}, their tables in the schema {@code hsv}.
     *
     * @throws IOException if there is no such file
     */
    public static List<Vector> read() throws IOException {
        String file = System.getProperty("wire.vectors", "");
        if (!file.isEmpty()) {
            return parse(Files.readString(Path.of(file)));
        }
        Map<String, List<List<byte[]>>> variants = new HashMap<>();
        for (Vector variant : parse(resource("wire-vectors-variants.jsonl"))) {
            variants.computeIfAbsent(variant.name(), name -> new ArrayList<>()).add(variant.responses());
        }
        return parse(resource("wire-vectors.jsonl") + '\n' + resource("wire-vectors-11.8.jsonl")).stream()
                .map(vector -> new Vector(
                        vector.name(),
                        vector.setup(),
                        vector.writePort(),
                        vector.authenticate(),
                        vector.requests(),
                        vector.responses(),
                        variants.getOrDefault(vector.name(), List.of())))
                .toList();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = WireVectors.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static List<Vector> parse(String lines) {
        return lines.lines()
                .filter(line -> !line.isBlank())
                .map(WireVectors::vector)
                .toList();
    }

    private static Vector vector(String line) {
        Map<String, String> members = new HashMap<>();
        Matcher member = MEMBER.matcher(line);
        while (member.find()) {
            members.put(member.group(1), member.group(2));
        }
        return new Vector(
                text(members.get("name")),
                List.of(text(members.get("setup_sql")).split(";\\s*\n|;\\s*$")).stream()
                        .filter(sql -> !sql.isBlank())
                        .toList(),
                text(members.get("port")).equals("w"),
                !"false".equals(members.get("auth")),
                bytes(members.getOrDefault("request_hex", "")),
                bytes(members.getOrDefault("response_hex", "")),
                List.of());
    }

    private static String text(@Nullable String quoted) {
        return quoted == null
                ? ""
                : ESCAPE.matcher(quoted.substring(1, quoted.length() - 1))
                        .replaceAll(escape -> Matcher.quoteReplacement(character(escape.group())));
    }

    private static String character(String escape) {
        return escape.startsWith("\\u")
                ? Character.toString(Integer.parseInt(escape.substring(2), 16))
                : escape.translateEscapes();
    }

    private static List<byte[]> bytes(String list) {
        return HEX.matcher(list)
                .results()
                .map(text -> HexFormat.of().parseHex(text.group(1)))
                .toList();
    }
}
