// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdbcReasonsTest {

    private final List<LoadCount> counts = new ArrayList<>();
    private final JdbcReasons reasons = new JdbcReasons(
            stub(HandlerSocketClient.class), () -> stub(HandlerSocketLoads.class), Object.class, "Player");

    @Test
    void namesOneReasonOnlyHoweverManyOtherThreadsHave() {
        count("drained", 1);
        assertThat(reasons.asked()).isEqualTo(new JdbcReason(Kind.SESSION, "drained"));

        counts.clear();
        count("drained", 2);
        count("no index", 5);
        counts.add(new LoadCount("Player", Route.HANDLERSOCKET, null, "", 90));
        counts.add(new LoadCount("Guild", Route.JDBC, Kind.SESSION, "a guild's", 90));
        assertThat(reasons.asked()).isEqualTo(new JdbcReason(Kind.SESSION, "no index"));
        assertThat(reasons.asked().text()).isEqualTo("Hibernate asked SQL for more than the row");
    }

    @Test
    void anotherProductIsAFactAndNotAWordOfTheReason() {
        assertThat(notUsable(true).notReady().text()).isEqualTo("the server is not MariaDB");
        assertThat(notUsable(false).notReady().text()).startsWith("the server must not be used over HandlerSocket");
    }

    private JdbcReasons notUsable(boolean isOtherProduct) {
        ClientSnapshot snapshot = answering(
                ClientSnapshot.class, Map.of("state", ClientState.NOT_USABLE, "isOtherProduct", isOtherProduct));
        HandlerSocketClient client = answering(HandlerSocketClient.class, Map.of("snapshot", snapshot));
        return new JdbcReasons(client, () -> stub(HandlerSocketLoads.class), Object.class, "Player");
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                JdbcReasonsTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }

    private void count(String reason, long count) {
        counts.add(new LoadCount("Player", Route.JDBC, Kind.SESSION, reason, count));
    }

    private <T> T stub(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                JdbcReasonsTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("counts")) {
                        return List.copyOf(counts);
                    }
                    throw new UnsupportedOperationException(method.getName());
                }));
    }
}
