// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientState;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.support.GenericApplicationContext;

@Timeout(30)
class PreparationTest {

    /** The start must not wait for it, even if the client is READY by then. */
    @Test
    void doesNotRunOnTheThreadThatStartsTheApplication() throws Exception {
        CompletableFuture<Thread> prepared = new CompletableFuture<>();
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        Loads loads = new Loads() {
            @Override
            public CompletionStage<Void> prepare() {
                seen.complete(Thread.currentThread().getContextClassLoader());
                prepared.complete(Thread.currentThread());
                return CompletableFuture.completedStage(null);
            }
        };
        HandlerSocketProperties properties = new Binder(
                        new MapConfigurationPropertySource(Map.of("handlersocket.startup", "warn")))
                .bind("handlersocket", HandlerSocketProperties.class)
                .get();
        Preparation preparation = new Preparation(
                Snapshots.client(() -> Snapshots.of(ClientState.READY, "")),
                properties,
                loads,
                new MethodPlans(),
                false);
        try (URLClassLoader loader = new URLClassLoader(new URL[0]);
                GenericApplicationContext context = new GenericApplicationContext()) {
            context.setClassLoader(loader);

            preparation.onApplicationEvent(
                    new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO));

            assertThat(prepared.get(10, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
            assertThat(seen.get(10, TimeUnit.SECONDS)).isSameAs(loader);
        }
    }
}
