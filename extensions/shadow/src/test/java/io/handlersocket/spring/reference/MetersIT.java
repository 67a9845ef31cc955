// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.reference.RegisteredMeters.Registered;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** docs/reference/meters.md has each meter that the starter registers, with its type and tags, and no other. */
class MetersIT {

    private static final Page PAGE = Page.of("reference/meters.md");

    @Test
    void thePageHasEachMeterAndNoOther() {
        Map<String, List<String>> documented = new TreeMap<>();
        for (List<String> row : meterRows()) {
            assertThat(documented.put(Page.code(row.get(0)), row)).as("twice").isNull();
        }

        assertThat(documented.keySet())
                .isEqualTo(RegisteredMeters.all().meters().keySet());
        documented.forEach((name, row) -> {
            Registered meter =
                    Objects.requireNonNull(RegisteredMeters.all().meters().get(name));
            assertThat(row.get(1).replace(' ', '_'))
                    .as(name)
                    .isEqualTo(meter.type().name().toLowerCase(Locale.ROOT));
            Set<String> tags = new TreeSet<>(meter.tags());
            tags.remove("client");
            assertThat(tags(row.get(2))).as(name).isEqualTo(tags);
            assertThat(row.get(4)).as(name).hasSizeGreaterThan(10);
        });
    }

    @Test
    void thePageNamesTheMetricsOfPrometheus() {
        Set<String> metrics = RegisteredMeters.all().labels().keySet();
        for (List<String> row : meterRows()) {
            String name = Page.code(row.get(5));
            assertThat(metrics)
                    .as(name)
                    .anyMatch(metric ->
                            metric.equals(name) || metric.equals(name + "_count") || metric.equals(name + "_max"));
        }
    }

    @Test
    void theClientsMetersAreThoseWithItsTag() {
        String client = Objects.requireNonNull(PAGE.sections().get("The client"));
        RegisteredMeters.all()
                .meters()
                .forEach((name, meter) -> assertThat(client.contains('`' + name + '`'))
                        .as(name)
                        .isEqualTo(meter.tags().contains("client")));
    }

    @Test
    void thePageHasEachValueOfTheTagReason() {
        String values = PAGE.sections().get("The tag reason");
        assertThat(values).contains("`none`");
        Arrays.stream(JdbcReason.Kind.values())
                .forEach(kind -> assertThat(values).contains('`' + kind.name().toLowerCase(Locale.ROOT) + '`'));
    }

    private static List<List<String>> meterRows() {
        return PAGE.rows().stream()
                .filter(row -> row.get(0).startsWith("`handlersocket."))
                .toList();
    }

    private static Set<String> tags(String cell) {
        Set<String> tags = new TreeSet<>();
        Arrays.stream(cell.split(", ", -1))
                .map(Page::code)
                .filter(tag -> !tag.isBlank())
                .forEach(tags::add);
        return tags;
    }
}
