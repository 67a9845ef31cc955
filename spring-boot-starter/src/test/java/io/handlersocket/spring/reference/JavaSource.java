// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java source file as a list of statements.
 *
 * @param name the file's name without its extension
 * @param statements the text between semicolons and braces, without comments; literals that are concatenated are one
 */
record JavaSource(String name, List<String> statements) {

    private static final Path CLIENT = Path.of("../hs-netty-client/src/main/java/io/handlersocket/client");
    private static final Path REPLICAS = Path.of("../extensions/replicas/src/main/java/io/handlersocket/replicas");
    private static final Path HIBERNATE = Path.of("../hibernate-integration/src/main/java/io/handlersocket/hibernate");
    private static final Path STARTER = Path.of("src/main/java/io/handlersocket/spring");

    /** Comments, literals of texts and characters, the ends of statements. */
    private static final Pattern TOKEN = Pattern.compile(
            "//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)+'|[;{}]",
            Pattern.DOTALL);

    private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    /** Files or folders of the client. */
    static List<JavaSource> ofClient(String... paths) {
        return of(CLIENT, paths);
    }

    /** Files or folders of the extension for replicas. */
    static List<JavaSource> ofReplicas(String... paths) {
        return of(REPLICAS, paths);
    }

    /** Files or folders of the Hibernate module. */
    static List<JavaSource> ofHibernate(String... paths) {
        return of(HIBERNATE, paths);
    }

    /** Files or folders of the starter. */
    static List<JavaSource> ofStarter(String... paths) {
        return of(STARTER, paths);
    }

    /** All files of all extensions. */
    static List<JavaSource> ofExtensions() {
        try (Stream<Path> folders = Files.list(Path.of("../extensions"))) {
            return folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .flatMap(sources -> of(sources, "").stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JavaSource> of(Path root, String... paths) {
        List<JavaSource> sources = new ArrayList<>();
        for (String path : paths) {
            try (Stream<Path> files = Files.walk(root.resolve(path))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .forEach(file -> sources.add(parse(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }

    private static JavaSource parse(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (token.find()) {
            statement.append(text.substring(end, token.start()));
            end = token.end();
            String found = token.group();
            if (found.length() == 1) {
                statements.add(CONCATENATION.matcher(statement).replaceAll(""));
                statement.setLength(0);
            } else if (!found.startsWith("/") && !found.startsWith("\"\"\"")) {
                statement.append(found);
            }
        }
        return new JavaSource(file.getFileName().toString().replace(".java", ""), statements);
    }

    /** Returns the texts of the literals in a part of a statement. */
    static List<String> literals(String statement) {
        return LITERAL.matcher(statement)
                .results()
                .map(literal -> literal.group(1).replace("\\\"", "\""))
                .toList();
    }
}
