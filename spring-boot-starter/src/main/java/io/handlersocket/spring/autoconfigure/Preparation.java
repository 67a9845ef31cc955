// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Opens the indexes of the entities in the background, once the application has started and the client has reached the
 * server. Then logs what is fast. It does not open them earlier: schema tools run while the application starts, and an
 * open table would make their DDL wait.
 */
final class Preparation implements ApplicationListener<ApplicationReadyEvent>, Ordered, StartupWait.Preparing {

    /** Before the listeners of the application, which have the lowest precedence unless they set an order. */
    static final int ORDER = 0;

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private final HibernateLoads loads;
    private final Queries queries;
    private final Environment environment;
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();

    /** The queries of the repositories. */
    interface Queries {

        /** Opens their indexes; the stage never fails. */
        CompletionStage<Void> prepare();

        /** Returns how each method is answered now. */
        List<MethodPlan> methods();

        /** The queries of an application without repositories. */
        Queries NONE = new Queries() {
            @Override
            public CompletionStage<Void> prepare() {
                return CompletableFuture.completedStage(null);
            }

            @Override
            public List<MethodPlan> methods() {
                return List.of();
            }
        };
    }

    Preparation(
            HandlerSocketClient client,
            HandlerSocketProperties properties,
            HibernateLoads loads,
            Queries queries,
            Environment environment) {
        this.client = client;
        this.properties = properties;
        this.loads = loads;
        this.queries = queries;
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public CompletionStage<Void> prepared() {
        return prepared;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        Reached.by(client, eager())
                .thenCompose(ready -> loads.prepare())
                .thenCompose(done -> queries.prepare())
                .thenRun(this::report)
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.debug("HandlerSocket: entities are opened at their first load instead", failure);
                    }
                    prepared.complete(null);
                });
    }

    private Duration eager() {
        return properties.startup() == Startup.WARN ? Duration.ZERO : properties.startupTimeout();
    }

    private void report() {
        log.info("HandlerSocket: {}", StartLine.of(loads.entities(), queries.methods()));
        if (!"lazy".equalsIgnoreCase(environment.getProperty("spring.datasource.connection-fetch"))) {
            log.info("HandlerSocket: a lookup inside a transaction sends 4 SQL commands that begin and end it."
                    + " Set spring.datasource.connection-fetch=lazy to avoid them.");
        }
    }
}
