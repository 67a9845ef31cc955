// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal.report;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.Count;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The meters of shadow mode: the checks by result, and by role how many times faster HandlerSocket is. */
public final class ShadowMetrics implements MeterBinder {

    private final Supplier<List<Shadow>> shadows;

    public ShadowMetrics(Supplier<List<Shadow>> shadows) {
        this.shadows = shadows;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Set<String> roles = ConcurrentHashMap.newKeySet();
        counter(registry, "equal", totals -> {
            // Roles become known with their first check, so their gauges are added when the counter is read.
            totals.counts().stream().map(Count::role).filter(roles::add).forEach(role -> gauges(registry, role));
            return totals.sum(Count::equal);
        });
        counter(registry, "changed", totals -> totals.sum(Count::changed));
        counter(registry, "different", totals -> totals.sum(Count::different));
        counter(registry, "failed", totals -> totals.sum(Count::failed));
        counter(registry, "dropped", ShadowTotals::dropped);
    }

    private ShadowTotals totals() {
        return ShadowTotals.of(shadows.get());
    }

    private void counter(MeterRegistry registry, String result, ToDoubleFunction<ShadowTotals> count) {
        FunctionCounter.builder("handlersocket.shadow", this, own -> count.applyAsDouble(own.totals()))
                .description("Answers over HandlerSocket that shadow mode compared with those of SQL")
                .tag("result", result)
                .register(registry);
    }

    private void gauges(MeterRegistry registry, String role) {
        Gauge.builder("handlersocket.shadow.speedup", this, own -> own.max(role, Count::speedUp))
                .description("How many times faster HandlerSocket is than JDBC, by the medians of both")
                .tag("role", role)
                .register(registry);
        latency(registry, role, "handlersocket", Count::handlerSocketMicros);
        latency(registry, role, "jdbc", Count::jdbcMicros);
    }

    private void latency(MeterRegistry registry, String role, String route, ToDoubleFunction<Count> micros) {
        TimeGauge.builder("handlersocket.shadow.latency", this, TimeUnit.MICROSECONDS, own -> own.max(role, micros))
                .description("Median time of the answers that shadow mode found equal")
                .tag("role", role)
                .tag("route", route)
                .register(registry);
    }

    private double max(String role, ToDoubleFunction<Count> value) {
        return shadows.get().stream()
                .flatMap(shadow -> shadow.count(role).stream())
                .mapToDouble(value)
                .max()
                .orElse(Double.NaN);
    }
}
