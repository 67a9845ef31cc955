// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.ClientWait;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class StartupCheckTest {

    /** The pool or the server may be slow at first, and the application's own schema tool may hold the drain lock. */
    @ParameterizedTest
    @EnumSource(names = {"STARTING", "UNREACHABLE", "DRAINED"})
    void waitsForTheEndOfWhatMayPassButNotForEver(ClientState state) {
        ClientSnapshot passing = Snapshots.of(state, "what is in the way");
        Iterator<ClientSnapshot> states =
                List.of(passing, passing, Snapshots.of(ClientState.READY, "")).iterator();
        check(states::next).afterSingletonsInstantiated();
        assertThat(states).isExhausted();

        assertThatThrownBy(check(() -> passing)::afterSingletonsInstantiated)
                .isInstanceOf(StartupFailure.class)
                .hasMessage(state + ", what is in the way");
    }

    @Test
    void waitsForNoServerThatMustNotBeUsed() {
        ClientSnapshot unusable = Snapshots.of(ClientState.NOT_USABLE, "no plugin");
        Iterator<ClientSnapshot> states = List.of(unusable, unusable).iterator(); // it looks once, and says what it saw
        assertThatThrownBy(check(states::next)::afterSingletonsInstantiated)
                .isInstanceOf(StartupFailure.class)
                .hasMessage("NOT_USABLE, no plugin");
    }

    private static StartupCheck check(Supplier<ClientSnapshot> states) {
        HandlerSocketClient client = (HandlerSocketClient) Proxy.newProxyInstance(
                StartupCheckTest.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "firstAttempt" -> new CompletableFuture<ClientSnapshot>();
                    case "snapshot" -> states.get();
                    case "awaitReady" -> {
                        ClientWait.awaitReady((HandlerSocketClient) proxy, (Duration) arguments[0], System::nanoTime);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        HandlerSocketProperties properties = new Binder(new MapConfigurationPropertySource(Map.of(
                        "handlersocket.startup", "fail",
                        "handlersocket.startup-timeout", "300ms")))
                .bind("handlersocket", HandlerSocketProperties.class)
                .get();
        return new StartupCheck(client, properties, Duration.ofMillis(10));
    }
}
