// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The meters of all clients, tagged with the client's bean name. They read the client's snapshot, so lookups cost no
 * more.
 *
 * @param clients the clients by bean name
 */
public record HandlerSocketMetrics(Map<String, HandlerSocketClient> clients, Loads loads) implements MeterBinder {

    /** The sizes that {@link ClientSnapshot#batches()} counts. */
    private static final List<String> BATCH_SIZES =
            List.of("1", "2", "3-4", "5-8", "9-16", "17-32", "33-64", "65-128", "129-256");

    @Override
    public void bindTo(MeterRegistry registry) {
        clients.forEach((name, client) -> new Meters(registry, Tags.of("client", name), client, loads).bind());
    }

    private record Meters(MeterRegistry registry, Tags tags, HandlerSocketClient client, Loads loads) {

        void bind() {
            Gauge.builder("handlersocket.ready", client, this::ready)
                    .description("1 if loads may go over HandlerSocket")
                    .tags(tags)
                    .register(registry);
            gauge(
                    "handlersocket.drained",
                    "1 while the application or a session drains the client",
                    any -> any.state() == ClientState.DRAINED ? 1 : 0);
            gauge("handlersocket.connections", "Connections that are authenticated", ClientSnapshot::connections);
            gauge("handlersocket.in.flight", "Requests sent and not answered", ClientSnapshot::inFlight);
            gauge(
                    "handlersocket.indexes.open",
                    "Indexes that are open",
                    any -> any.openIndexes().size());
            gauge(
                    "handlersocket.tables.quarantined",
                    "Tables closed because a session waits for a lock",
                    any -> any.quarantined().size());
            gauge("handlersocket.circuit", "0 closed, 1 open, 2 half open", HandlerSocketMetrics::circuit);
            TimeGauge.builder("handlersocket.guard.lag", client, TimeUnit.MILLISECONDS, HandlerSocketMetrics::guardLag)
                    .description("Since the DDL guard last saw that no session waits")
                    .tags(tags)
                    .register(registry);
            counter(
                    "handlersocket.reconnects",
                    "Connections made after the first round",
                    Tags.empty(),
                    ClientSnapshot::reconnects);
            requests("found", ClientSnapshot::found);
            requests("missed", ClientSnapshot::missed);
            requests("failed", ClientSnapshot::failed);
            for (int i = 0; i < BATCH_SIZES.size(); i++) {
                int bucket = i;
                counter(
                        "handlersocket.batches",
                        "Packets by requests in them",
                        Tags.of("size", BATCH_SIZES.get(i)),
                        any -> bucket < any.batches().size() ? any.batches().get(bucket) : 0);
            }
        }

        private double ready(HandlerSocketClient any) {
            return ClientRoute.of(any, any.snapshot(), loads).route() == Route.JDBC ? 0 : 1;
        }

        private void requests(String result, ToDoubleFunction<ClientSnapshot> value) {
            counter("handlersocket.requests", "Lookups of the client", Tags.of("result", result), value);
        }

        private void gauge(String name, String description, ToDoubleFunction<ClientSnapshot> value) {
            Gauge.builder(name, client, any -> value.applyAsDouble(any.snapshot()))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        private void counter(String name, String description, Tags own, ToDoubleFunction<ClientSnapshot> value) {
            FunctionCounter.builder(name, client, any -> value.applyAsDouble(any.snapshot()))
                    .description(description)
                    .tags(tags.and(own))
                    .register(registry);
        }
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
