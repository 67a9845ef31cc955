// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListenersTest {

    @Test
    void handsEveryEventOnToEveryListener() throws ReflectiveOperationException {
        List<String> heard = new ArrayList<>();
        ClientListener recording = (ClientListener) Proxy.newProxyInstance(
                ClientListener.class.getClassLoader(),
                new Class<?>[] {ClientListener.class},
                (self, method, arguments) -> {
                    heard.add(method.getName());
                    return null;
                });
        ClientListener both = new Listeners(List.of(recording, recording));
        List<Method> events = Arrays.stream(ClientListener.class.getMethods())
                .filter(Method::isDefault)
                .toList();
        List<String> expected = new ArrayList<>();
        for (Method event : events) {
            expected.addAll(List.of(event.getName(), event.getName()));
            event.invoke(
                    both,
                    Arrays.stream(event.getParameterTypes())
                            .map(ListenersTest::anything)
                            .toArray());
        }

        assertThat(heard).isNotEmpty().isEqualTo(expected);
    }

    @Test
    void tellsTheOthersWhatOneListenerFailsAt() {
        List<String> heard = new ArrayList<>();
        ClientListener both = new Listeners(List.of(
                new ClientListener() {
                    @Override
                    public void drained(String why) {
                        throw new IllegalStateException(why);
                    }
                },
                new ClientListener() {
                    @Override
                    public void drained(String why) {
                        heard.add(why);
                    }
                }));

        both.drained("once");
        both.drained("twice");

        assertThat(heard).containsExactly("once", "twice");
    }

    private static @Nullable Object anything(Class<?> type) {
        if (type == long.class) {
            return 1L;
        }
        if (type == int.class) {
            return 1;
        }
        return type == boolean.class ? Boolean.FALSE : null;
    }
}
