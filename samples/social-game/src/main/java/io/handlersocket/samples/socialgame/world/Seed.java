// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.io.ClassPathResource;

/** The statements of {@code seed.sql}, which fill all tables with the same rows each time. */
final class Seed {

    /** A comment {@code -- step: friendship 4} begins a statement that counts to four times the number of players. */
    private static final Pattern STEP = Pattern.compile("-- step: (\\w+) ([\\d.]+)\\n(.*?);", Pattern.DOTALL);

    private Seed() {}

    static List<SeedStep> of(int players) {
        List<SeedStep> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(text());
        while (matcher.find()) {
            long rows = Math.max(1, Math.round(Double.parseDouble(matcher.group(2)) * players));
            String sql = matcher.group(3);
            for (Map.Entry<String, Long> size : Map.of(
                            ":players",
                            (long) players,
                            ":entries",
                            3L * players,
                            ":guilds",
                            Math.max(1, Math.round(0.02 * players)))
                    .entrySet()) {
                sql = sql.replace(size.getKey(), size.getValue().toString());
            }
            steps.add(new SeedStep(matcher.group(1), rows, sql));
        }
        return steps;
    }

    private static String text() {
        try {
            return new ClassPathResource("seed.sql").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The seed cannot be read", e);
        }
    }
}
