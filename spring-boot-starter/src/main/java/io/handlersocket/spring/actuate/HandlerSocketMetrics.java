// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** The client's meters. They are read when somebody asks for them: lookups pay nothing. */
public final class HandlerSocketMetrics implements MeterBinder {

    /** As {@link ClientSnapshot#batches()} counts them. */
    private static final List<String> BATCH_SIZES =
            List.of("1", "2", "3-4", "5-8", "9-16", "17-32", "33-64", "65-128", "129-256");

    private final HandlerSocketClient client;

    public HandlerSocketMetrics(HandlerSocketClient client) {
        this.client = client;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "handlersocket.ready",
                "1 if lookups go over HandlerSocket",
                snapshot -> snapshot.state() == ClientState.READY ? 1 : 0);
        gauge(registry, "handlersocket.connections", "Connections that are authenticated", ClientSnapshot::connections);
        gauge(registry, "handlersocket.in.flight", "Requests sent and not answered", ClientSnapshot::inFlight);
        gauge(
                registry,
                "handlersocket.indexes.open",
                "Indexes that are open",
                snapshot -> snapshot.openIndexes().size());
        gauge(
                registry,
                "handlersocket.tables.quarantined",
                "Tables closed because somebody waits for a lock",
                snapshot -> snapshot.quarantined().size());
        gauge(registry, "handlersocket.circuit", "0 closed, 1 open, 2 half open", HandlerSocketMetrics::circuit);
        TimeGauge.builder("handlersocket.guard.lag", client, TimeUnit.MILLISECONDS, HandlerSocketMetrics::guardLag)
                .description("Since the DDL guard last saw that nobody waits")
                .register(registry);
        counter(
                registry,
                "handlersocket.reconnects",
                "Connections made after the first round",
                "",
                "",
                snapshot -> snapshot.reconnects());
        counter(registry, "handlersocket.requests", "Lookups of the client", "result", "found", ClientSnapshot::found);
        counter(
                registry,
                "handlersocket.requests",
                "Lookups of the client",
                "result",
                "missed",
                ClientSnapshot::missed);
        counter(
                registry,
                "handlersocket.requests",
                "Lookups of the client",
                "result",
                "failed",
                ClientSnapshot::failed);
        for (int i = 0; i < BATCH_SIZES.size(); i++) {
            int bucket = i;
            counter(
                    registry,
                    "handlersocket.batches",
                    "Packets by requests in them",
                    "size",
                    BATCH_SIZES.get(i),
                    snapshot -> bucket < snapshot.batches().size()
                            ? snapshot.batches().get(bucket)
                            : 0);
        }
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<ClientSnapshot> value) {
        Gauge.builder(name, client, any -> value.applyAsDouble(any.snapshot()))
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            String tag,
            String tagValue,
            ToDoubleFunction<ClientSnapshot> value) {
        FunctionCounter.Builder<HandlerSocketClient> builder =
                FunctionCounter.builder(name, client, any -> value.applyAsDouble(any.snapshot()));
        if (!tag.isEmpty()) {
            builder.tag(tag, tagValue);
        }
        builder.description(description).register(registry);
    }

    private static int circuit(ClientSnapshot snapshot) {
        return switch (snapshot.circuit()) {
            case CLOSED -> 0;
            case OPEN -> 1;
            case HALF_OPEN -> 2;
        };
    }

    private static double guardLag(HandlerSocketClient client) {
        return client.snapshot()
                .guardLag()
                .map(Duration::toMillis)
                .map(Long::doubleValue)
                .orElse(Double.NaN);
    }
}
