// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TimedDrainTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final TimedDrain drain = new TimedDrain(client());

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
        drain.drain(SHORT);

        await().untilAsserted(() -> assertThat(calls).containsExactly("drain", "resume"));
        assertThat(drain.end()).isNull();
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
    void endsWhenTheLastActionSays() throws InterruptedException {
        drain.drain(SHORT);
        drain.drain(LONG);
        Thread.sleep(4 * SHORT.toMillis());
        assertThat(calls).containsExactly("drain", "drain");

        drain.drain(SHORT);
        drain.resume();
        Thread.sleep(4 * SHORT.toMillis());
        assertThat(calls).containsExactly("drain", "drain", "drain", "resume");
    }

    @Test
    void leavesAClosedApplicationAlone() throws InterruptedException {
        drain.drain(SHORT);
        drain.close();
        Thread.sleep(4 * SHORT.toMillis());
        assertThat(calls).containsExactly("drain");
    }
}
