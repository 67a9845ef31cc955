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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

        /**
         * Whether this was recorded, with this server or another.
         *
         * @param answers to all requests, in order
         */
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

    private WireVectors() {}

    /**
     * Those of {@code -Dwire.vectors=FILE}, or else those recorded with 10.11.19, and some of what 11.8 has besides.
     * Their secrets are {@code hs-read} and {@code hs-write}, their tables in the schema {@code hsv}.
     *
     * @return in the order of the file
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
        Map<String, Object> json = new Json(line).object();
        return new Vector(
                (String) json.getOrDefault("name", ""),
                List.of(((String) json.getOrDefault("setup_sql", "")).split(";\\s*\n|;\\s*$")).stream()
                        .filter(sql -> !sql.isBlank())
                        .toList(),
                "w".equals(json.get("port")),
                !Boolean.FALSE.equals(json.get("auth")),
                bytes(json.getOrDefault("request_hex", List.of())),
                bytes(json.getOrDefault("response_hex", List.of())),
                List.of());
    }

    private static List<byte[]> bytes(Object list) {
        return ((List<?>) list)
                .stream().map(hex -> HexFormat.of().parseHex((String) hex)).toList();
    }

    /** As much of JSON as the file needs: objects, arrays, strings, true and false. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            take('{');
            while (next() != '}') {
                String name = string();
                take(':');
                object.put(name, value());
                if (next() == ',') {
                    at++;
                }
            }
            at++;
            return object;
        }

        private Object value() {
            return switch (next()) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                default -> word();
            };
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            take('[');
            while (next() != ']') {
                array.add(value());
                if (next() == ',') {
                    at++;
                }
            }
            at++;
            return array;
        }

        private Object word() {
            int from = at;
            while (Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            return switch (text.substring(from, at)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("at " + from + ": " + text);
            };
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            take('"');
            for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
                string.append(c == '\\' ? escaped() : c);
            }
            return string.toString();
        }

        private char escaped() {
            char c = text.charAt(at++);
            return switch (c) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'u' -> {
                    at += 4;
                    yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
                }
                default -> c;
            };
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        private void take(char expected) {
            if (next() != expected) {
                throw new IllegalArgumentException("at " + at + " (expected " + expected + "): " + text);
            }
            at++;
        }
    }
}
