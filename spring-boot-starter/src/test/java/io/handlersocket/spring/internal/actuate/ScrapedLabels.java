// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus scrapes, as the names of the metrics with those of their labels. */
public final class ScrapedLabels {

    private static final Pattern SAMPLE = Pattern.compile("^([a-z][a-z0-9_]*)(?:\\{(.*)})? ", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=");

    private ScrapedLabels() {}

    public static Map<String, Set<String>> of(String scrape) {
        Map<String, Set<String>> labels = new TreeMap<>();
        Matcher sample = SAMPLE.matcher(scrape);
        while (sample.find()) {
            Set<String> own = labels.computeIfAbsent(sample.group(1), name -> new TreeSet<>());
            Matcher label = LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""));
            while (label.find()) {
                own.add(label.group(1));
            }
        }
        return labels;
    }
}
