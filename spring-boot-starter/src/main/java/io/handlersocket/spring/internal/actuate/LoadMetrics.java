// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The meters of the loads by Hibernate, and of the callers that use JDBC as a fallback. */
public final class LoadMetrics implements MeterBinder {

    private final HibernateLoads loads;
    private final FallbackLimit fallback;
    private final LoadsShare share;

    public LoadMetrics(HibernateLoads loads, FallbackLimit fallback) {
        this.loads = loads;
        this.fallback = fallback;
        this.share = new LoadsShare(loads::count, System::nanoTime);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counter(registry, "handlersocket", null);
        for (JdbcReason.Kind kind : JdbcReason.Kind.values()) {
            counter(registry, "jdbc", kind);
        }
        Gauge.builder("handlersocket.loads.share", share, LoadsShare::get)
                .description("Loads over HandlerSocket of all loads by Hibernate in the last minute, 0 to 1")
                .register(registry);
        Gauge.builder("handlersocket.fallback.active", fallback, FallbackLimit::active)
                .description("Callers that ask JDBC in place of HandlerSocket")
                .register(registry);
        Gauge.builder("handlersocket.fallback.max", fallback, FallbackLimit::maxConcurrent)
                .description("How many of them there may be")
                .register(registry);
        Gauge.builder("handlersocket.fallback.waiting", fallback, FallbackLimit::waiting)
                .description("Callers that wait to be one of them")
                .register(registry);
        FunctionCounter.builder("handlersocket.fallback.rejected", fallback, FallbackLimit::rejected)
                .description("Callers that waited for too long and got an error")
                .register(registry);
    }

    /** Returns the value of the tag {@code reason}: never a text, of which an application may have any number. */
    static String tag(JdbcReason.@Nullable Kind kind) {
        return kind == null ? "none" : kind.name().toLowerCase(Locale.ROOT);
    }

    private void counter(MeterRegistry registry, String route, JdbcReason.@Nullable Kind kind) {
        FunctionCounter.builder("handlersocket.loads", loads, any -> any.count(kind))
                .description("Loads by Hibernate")
                .tag("route", route)
                .tag("reason", tag(kind))
                .register(registry);
    }
}
