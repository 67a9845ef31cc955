// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdbcReasonsTest {

    @Test
    void anotherProductIsAFactAndNotAWordOfTheReason() {
        assertThat(notUsable(true).notReady().text()).isEqualTo("the server is not MariaDB");
        assertThat(notUsable(false).notReady().text()).startsWith("the server must not be used over HandlerSocket");
    }

    private static JdbcReasons notUsable(boolean isOtherProduct) {
        ClientSnapshot snapshot = answering(
                ClientSnapshot.class, Map.of("state", ClientState.NOT_USABLE, "isOtherProduct", isOtherProduct));
        HandlerSocketClient client = answering(HandlerSocketClient.class, Map.of("snapshot", snapshot));
        return new JdbcReasons(
                client,
                () -> {
                    throw new AssertionError("not asked");
                },
                Object.class);
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                JdbcReasonsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
