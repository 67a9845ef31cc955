// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of the last line, which other programs read. */
public final class Keys {

    /** All of them, in their order. */
    public static final List<String> ALL = List.of(
            "async_find_vs_jdbc",
            "async_find_vs_bare_loop",
            "async_find_vs_pipelined_sql",
            "blocking1_find_vs_jdbc",
            "blocking16_find_vs_jdbc",
            "vt256_find_vs_jdbc",
            "multiget100_vs_jdbc_in",
            "hibernate_find_vs_default",
            "hibernate_find_vs_tuned",
            "hibernate_multi100_vs_default",
            "hibernate_multi100_vs_tuned",
            "hibernate_children20_vs_default",
            "hibernate_children20_vs_tuned",
            "repository_find_vs_default",
            "repository_find_vs_lazy",
            "repository_find_vs_tuned",
            "projection16_vs_jdbctemplate",
            "projection16_vs_tuned",
            "aggregate_page_vs_default",
            "aggregate_page_vs_tuned",
            "aggregate_page_latency_vs_default",
            "aggregate_page_latency_vs_tuned",
            "aggregate_page_cpu_vs_default",
            "aggregate_page_cpu_vs_tuned",
            "aggregate_page_server_cpu_vs_default",
            "aggregate_page_server_cpu_vs_tuned",
            "aggregate_page_alloc_vs_default",
            "aggregate_page_alloc_vs_tuned",
            "aggregate_page_statements_default",
            "aggregate_page_statements_tuned",
            "aggregate_page_statements_handlersocket",
            "aggregate_page16_vs_default",
            "aggregate_page16_vs_tuned",
            "aggregate_page16_latency_vs_default",
            "aggregate_page16_latency_vs_tuned",
            "aggregate_page16_cpu_vs_default",
            "aggregate_page16_cpu_vs_tuned",
            "aggregate_page16_server_cpu_vs_default",
            "aggregate_page16_server_cpu_vs_tuned",
            "aggregate_page16_alloc_vs_default",
            "aggregate_page16_alloc_vs_tuned",
            "find_vs_memcached",
            "alloc_bytes_per_lookup");

    private Keys() {}

    /** Each key with its value, null where there is none that may be used. */
    public static Map<String, @Nullable Double> values(List<Figure> figures) {
        Map<String, @Nullable Double> values = new LinkedHashMap<>();
        ALL.forEach(key -> values.put(key, null));
        for (Figure figure : figures) {
            Double value = figure.value();
            if (values.containsKey(figure.key()) && figure.valid() && value != null) {
                values.put(figure.key(), Math.round(value * 100) / 100.0);
            }
        }
        return values;
    }
}
