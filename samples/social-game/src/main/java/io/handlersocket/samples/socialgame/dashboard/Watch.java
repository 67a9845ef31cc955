// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Tells viewers what the client and the run are doing, when it changes and every few seconds. */
@Component
class Watch implements DisposableBean {

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int LOOKS_BETWEEN_SIGNS_OF_LIFE = 20;
    private static final Logger log = LoggerFactory.getLogger(Watch.class);

    private final ObjectProvider<HandlerSocketClient> client;
    private final ObjectProvider<Cluster> cluster;
    private final Load load;
    private final Viewers viewers;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Daemons.named("dashboard-watch"));
    private @Nullable Status last;
    private int looks;

    Watch(ObjectProvider<HandlerSocketClient> client, ObjectProvider<Cluster> cluster, Load load, Viewers viewers) {
        this.client = client;
        this.cluster = cluster;
        this.load = load;
        this.viewers = viewers;
        timer.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            if (viewers.isEmpty()) {
                return;
            }
            Status now = status();
            if (!now.equals(last) || ++looks >= LOOKS_BETWEEN_SIGNS_OF_LIFE) {
                looks = 0;
                last = now;
                viewers.tell(now);
            }
        } catch (RuntimeException e) {
            log.warn("The dashboard cannot say what the client does", e);
        }
    }

    Status status() {
        Run run = load.run();
        HandlerSocketClient present = client.getIfAvailable();
        String state = "OFF";
        String reason = "handlersocket.enabled=false";
        Optional<Endpoint> connected = Optional.empty();
        List<Status.Locked> tables = List.of();
        if (present != null) {
            ClientSnapshot snapshot = present.snapshot();
            state = snapshot.state().name();
            reason = snapshot.reason();
            connected = snapshot.connections() > 0 ? snapshot.endpoint() : connected;
            tables = Status.locked(snapshot.quarantined(), Instant.now());
        }
        Cluster nodes = cluster.getIfAvailable();
        String node = nodes == null ? "" : nodes.answering(connected);
        return new Status(run.phase(), run.number(), run.users(), state, reason, node, tables);
    }

    @Override
    public void destroy() {
        timer.shutdownNow();
    }
}
