// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Looks for barriers in the page that a visitor sees. */
final class Axe {

    private static final String RUN = """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations'], ...arguments[0]}).then(result => done(result.violations
                .filter(each => ['serious', 'critical'].includes(each.impact))
                .flatMap(each => each.nodes.map(node =>
                            each.id + ': ' + node.target.join(' ') + ': ' + node.failureSummary))),
                trouble => done(['axe: ' + trouble]));
            """;

    private static final String SCRIPT = script();
    private static final Map<String, Object> COLORS =
            Map.of("runOnly", List.of("color-contrast", "link-in-text-block"));

    private Axe() {}

    /** The serious and critical findings, each with its element. */
    static List<String> serious(Visitor visitor) {
        return findings(visitor, Map.of());
    }

    /** Those of them that depend on the colors. */
    static List<String> seriousOfColors(Visitor visitor) {
        return findings(visitor, COLORS);
    }

    private static List<String> findings(Visitor visitor, Map<String, Object> options) {
        if (visitor.script("return typeof axe").equals("undefined")) {
            visitor.script(SCRIPT);
        }
        return ((List<?>) visitor.asyncScript(RUN, options))
                .stream().map(String::valueOf).toList();
    }

    private static String script() {
        try (InputStream stream = Axe.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
