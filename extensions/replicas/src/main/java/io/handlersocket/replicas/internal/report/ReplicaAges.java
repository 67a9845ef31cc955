// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import io.handlersocket.replicas.ReplicaListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Measures the ages of the answers that replicas gave. Answers before the first registry are not measured. */
public final class ReplicaAges implements ReplicaListener {

    private final Map<String, List<Timer>> timers = new ConcurrentHashMap<>();

    /** Adds the meter of a replica. */
    void register(MeterRegistry registry, String server) {
        timers.computeIfAbsent(server, first -> new CopyOnWriteArrayList<>())
                .add(Timer.builder("handlersocket.replica.answer.age")
                        .description("Ages of the rows that the replica returned")
                        .tag("server", server)
                        .register(registry));
    }

    @Override
    public void answered(String server, Outcome outcome, long ageNanos) {
        List<Timer> own = timers.get(server);
        if (own == null || outcome != Outcome.ACCEPTED || ageNanos < 0) {
            return;
        }
        for (Timer timer : own) {
            timer.record(ageNanos, TimeUnit.NANOSECONDS);
        }
    }
}
