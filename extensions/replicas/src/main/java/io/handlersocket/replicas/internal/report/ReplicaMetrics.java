// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import io.handlersocket.replicas.ServerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The meters of the servers, tagged with their names. They read the state of the servers, except for the ages. */
public final class ReplicaMetrics implements MeterBinder {

    private final Supplier<List<ServerSnapshot>> servers;
    private final ReplicaAges ages;

    /**
     * @param servers returns the same servers each time, with their present state
     * @param ages a listener of the same servers
     */
    public ReplicaMetrics(Supplier<List<ServerSnapshot>> servers, ReplicaAges ages) {
        this.servers = servers;
        this.ages = ages;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (ServerSnapshot server : servers.get()) {
            String name = server.name();
            Gauge.builder("handlersocket.replica.usable", this, own -> own.value(name, any -> any.usable() ? 1 : 0))
                    .description("1 if the server answers reads")
                    .tag("server", name)
                    .register(registry);
            if (server.role() == ServerSnapshot.Role.REPLICA) {
                replica(registry, name);
            } else {
                server.notAsked().keySet().forEach(reason -> notAsked(registry, name, reason));
            }
        }
    }

    private void replica(MeterRegistry registry, String name) {
        TimeGauge.builder(
                        "handlersocket.replica.age",
                        this,
                        TimeUnit.MILLISECONDS,
                        own -> own.value(name, ReplicaMetrics::age))
                .description("Age of the replica at its last known position")
                .tag("server", name)
                .register(registry);
        ages.register(registry, name);
        reads(registry, name, "accepted", ServerSnapshot::accepted);
        reads(registry, name, "too-old", ServerSnapshot::tooOld);
        reads(registry, name, "behind", ServerSnapshot::behind);
        reads(registry, name, "failed", ServerSnapshot::failed);
    }

    private void reads(MeterRegistry registry, String name, String outcome, ToDoubleFunction<ServerSnapshot> count) {
        FunctionCounter.builder("handlersocket.replica.reads", this, own -> own.value(name, count))
                .description("Reads that were sent to the replica")
                .tag("server", name)
                .tag("outcome", outcome)
                .register(registry);
    }

    private void notAsked(MeterRegistry registry, String primary, ServerSnapshot.NotAsked reason) {
        FunctionCounter.builder(
                        "handlersocket.replica.not.asked",
                        this,
                        own -> own.value(primary, server -> server.notAsked().getOrDefault(reason, 0L)))
                .description("Reads that the primary was asked for because no replica could answer them")
                .tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry);
    }

    private static double age(ServerSnapshot server) {
        return server.age().map(Duration::toMillis).map(Long::doubleValue).orElse(Double.NaN);
    }

    private double value(String name, ToDoubleFunction<ServerSnapshot> value) {
        return servers.get().stream()
                .filter(server -> server.name().equals(name))
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
    }
}
