// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** The timer {@code handlersocket.routed}: calls of {@code @FastLookup} methods, by route and reason. */
public final class LookupMetrics implements LookupListener {

    private record Key(Class<?> repository, String method, LookupRoute route, JdbcReason.@Nullable Kind kind) {}

    private final SingletonSupplier<MeterRegistry> registry;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    /**
     * @param registry used at the first call, because repositories are made before the registry
     */
    public LookupMetrics(Supplier<MeterRegistry> registry) {
        this.registry = SingletonSupplier.of(registry);
    }

    @Override
    public void answered(Lookup lookup) {
        Key key = new Key(lookup.repository(), lookup.method(), lookup.route(), lookup.kind());
        Timer timer = timers.get(key);
        if (timer == null) {
            timer = timers.computeIfAbsent(key, this::timer);
        }
        timer.record(lookup.nanos(), TimeUnit.NANOSECONDS);
    }

    private Timer timer(Key key) {
        return Timer.builder("handlersocket.routed")
                .description("Calls of @FastLookup methods")
                .tag("repository", key.repository().getSimpleName())
                .tag("method", key.method())
                .tag("route", key.route().name().toLowerCase(Locale.ROOT))
                .tag("reason", LoadMetrics.tag(key.kind()))
                .register(registry.obtain());
    }
}
