// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the tables of {@code docs/operations/scale.md}. The page has those that a user needs; the command {@code scale}
 * prints all. Each stands between two comments:
 *
 * <pre>{@code
 * <!-- scale: limits -->
 * <!-- /scale -->
 * }</pre>
 */
public final class ScalePage {

    /** The page, in the project's folder. */
    public static final String FILE = "docs/operations/scale.md";

    private static final Pattern BLOCK =
            Pattern.compile("<!-- scale: ([a-z]+) -->\n(.*?)<!-- /scale -->", Pattern.DOTALL);

    private ScalePage() {}

    /** Rewrites the page of a project. */
    public static void rewrite(Path project) throws IOException {
        Path page = project.resolve(FILE);
        Files.writeString(page, rewritten(Files.readString(page)));
    }

    /** Returns the text of the page with its tables made anew. */
    static String rewritten(String text) throws IOException {
        Map<String, String> tables = ScaleTables.all();
        StringBuilder result = new StringBuilder();
        Matcher block = BLOCK.matcher(text);
        int made = 0;
        while (block.find()) {
            String table = tables.get(block.group(1));
            if (table == null) {
                throw new IOException(
                        FILE + ": no table " + block.group(1) + " (expected one of " + tables.keySet() + ")");
            }
            block.appendReplacement(
                    result,
                    Matcher.quoteReplacement("<!-- scale: " + block.group(1) + " -->\n" + table + "<!-- /scale -->"));
            made++;
        }
        if (made == 0) {
            throw new IOException(FILE + " has no table (expected some of " + tables.keySet() + ")");
        }
        return block.appendTail(result).toString();
    }
}
