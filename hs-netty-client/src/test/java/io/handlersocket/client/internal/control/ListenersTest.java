// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.Logs;
import io.handlersocket.client.catalog.TableName;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Events reach every listener, whatever another one throws. */
class ListenersTest {

    @Test
    void everyEventReachesAllListenersAlthoughOneThrows() throws ReflectiveOperationException {
        List<String> heard = new ArrayList<>();
        ClientListener recording = (ClientListener) Proxy.newProxyInstance(
                ClientListener.class.getClassLoader(),
                new Class<?>[] {ClientListener.class},
                (self, method, arguments) -> {
                    heard.add(method.getName());
                    return null;
                });
        ClientListener throwing = (ClientListener) Proxy.newProxyInstance(
                ClientListener.class.getClassLoader(),
                new Class<?>[] {ClientListener.class},
                (self, method, arguments) -> {
                    throw new IllegalStateException("a listener that fails");
                });
        ClientListener all = new Listeners("unit", Duration.ofHours(1), List.of(throwing, recording, recording));
        List<Method> methods = Arrays.stream(ClientListener.class.getMethods())
                .filter(Method::isDefault)
                .toList();
        for (Method method : methods) {
            method.invoke(
                    all,
                    Arrays.stream(method.getParameterTypes())
                            .map(ListenersTest::anything)
                            .toArray());
        }
        assertThat(heard)
                .containsExactlyElementsOf(methods.stream()
                        .flatMap(method -> Stream.of(method.getName(), method.getName()))
                        .toList());
        assertThat(heard).hasSizeGreaterThanOrEqualTo(18);
    }

    @Test
    void aListenerClassThatThrowsIsLoggedOnce() {
        ClientListener throwing = new ClientListener() {
            @Override
            public void drained(String reason) {
                throw new AssertionError("a listener that fails");
            }
        };
        Listeners all = new Listeners("unit", Duration.ofHours(1), List.of(throwing, throwing));
        try (Logs logs = new Logs()) {
            all.drained("once");
            all.drained("twice");
            assertThat(logs.lines(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains(throwing.getClass().getName());
        }
        assertThat(all.wantLookups()).isTrue();
        assertThat(new Listeners("unit", Duration.ofHours(1), List.of()).wantLookups())
                .isFalse();
    }

    private static @Nullable Object anything(Class<?> type) {
        if (type == long.class) {
            return 1L;
        }
        if (type == int.class) {
            return 1;
        }
        if (type == Endpoint.class) {
            return new Endpoint("localhost", 1);
        }
        if (type == TableName.class) {
            return new TableName("test", "t");
        }
        if (type == ClientState.class) {
            return ClientState.READY;
        }
        return type == boolean.class ? Boolean.FALSE : null;
    }
}
