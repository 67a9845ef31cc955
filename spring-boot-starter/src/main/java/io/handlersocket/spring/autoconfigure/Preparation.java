// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import io.handlersocket.spring.repository.HibernateLoads;
import io.handlersocket.spring.repository.MethodPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * Opens what the entities need once the application is there and the server reached, in the background, and says what is fast.
 * Not earlier: schema tools run while the application starts, and an open table would stand in their way.
 */
final class Preparation implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private final HibernateLoads loads;
    private final Queries queries;
    private final Environment environment;

    /** What repositories need besides; none where there are no repositories. */
    interface Queries {

        /** Opens what they need; the stage never fails. */
        CompletionStage<Void> prepare();

        /** How each is answered now. */
        List<MethodPlan> methods();

        /** Of an application without repositories. */
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
    public void onApplicationEvent(ApplicationReadyEvent event) {
        CompletionStage<Void> prepared = Reached.by(client)
                .thenCompose(ready -> loads.prepare())
                .thenCompose(done -> queries.prepare())
                .thenRun(this::report)
                .exceptionally(e -> {
                    log.debug("HandlerSocket: entities are opened at their first load instead", e);
                    return null;
                });
        if (properties.startup() == Startup.FAIL) { // who insists on HandlerSocket wants it from the first call on
            prepared.toCompletableFuture()
                    .completeOnTimeout(null, LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    private void report() {
        log.info("HandlerSocket: {}", StartLine.of(loads.entities(), queries.methods()));
        if (!"lazy".equalsIgnoreCase(environment.getProperty("spring.datasource.connection-fetch"))) {
            log.info("HandlerSocket: spring.datasource.connection-fetch=lazy would spare a lookup inside a transaction"
                    + " the 4 SQL commands that begin and end it");
        }
    }
}
