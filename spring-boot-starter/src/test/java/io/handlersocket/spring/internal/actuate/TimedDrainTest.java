// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TimedDrainTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> timers = new ArrayList<>();
    private final TimedDrain drain = new TimedDrain(client(), duration -> {
        timers.add(new CompletableFuture<>());
        return timers.get(timers.size() - 1);
    });

    private HandlerSocketClient client() {
        return (HandlerSocketClient) Proxy.newProxyInstance(
                HandlerSocketClient.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (client, method, none) -> {
                    calls.add(method.getName());
                    return null;
                });
    }

    @Test
    void endsByItself() {
        TimedDrain byTheClock = new TimedDrain(client());
        byTheClock.drain(SHORT);

        await().untilAsserted(() -> assertThat(calls).containsExactly("drain", "resume"));
        assertThat(byTheClock.end()).isNull();
    }

    @Test
    void namesItsEnd() {
        assertThat(drain.end()).isNull();
        drain.drain(LONG);
        assertThat(drain.end())
                .isBetween(
                        Instant.now().plus(LONG).minusSeconds(60), Instant.now().plus(LONG));
        drain.resume();
        assertThat(drain.end()).isNull();
        assertThat(calls).containsExactly("drain", "resume");
    }

    @Test
    void endsWhenTheLastActionSays() {
        drain.drain(LONG);
        drain.drain(LONG);
        assertThat(timers.get(0)).isCancelled();
        assertThat(calls).containsExactly("drain", "drain");

        timers.get(1).complete(null);
        await().untilAsserted(() -> assertThat(calls).containsExactly("drain", "drain", "resume"));

        drain.drain(LONG);
        drain.resume();
        assertThat(timers.get(2)).isCancelled();
        assertThat(calls).containsExactly("drain", "drain", "resume", "drain", "resume");
    }

    @Test
    void leavesAClosedApplicationAlone() {
        drain.drain(LONG);
        drain.close();
        assertThat(timers.get(0)).isCancelled();
        assertThat(calls).containsExactly("drain");
    }
}
