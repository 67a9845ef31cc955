// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;

class RouteProbeTest {

    @Test
    void listensOnceToEachOfTheSessionsThatAThreadTurnsTo() {
        AtomicInteger outer = new AtomicInteger();
        AtomicInteger inner = new AtomicInteger();
        Session first = session(outer);
        Session second = session(inner);
        RouteProbe known = RouteProbe.of(first);

        for (int i = 0; i < 100; i++) {
            assertThat(RouteProbe.of(second)).isNotSameAs(known);
            assertThat(RouteProbe.of(first)).isSameAs(known);
        }

        assertThat(outer).hasValue(1);
        assertThat(inner).hasValue(1);
    }

    /** A session that counts its listeners. */
    private static Session session(AtomicInteger listeners) {
        // As a session keeps its listeners, so does this one.
        Object[] kept = new Object[1];
        return (Session) Proxy.newProxyInstance(
                RouteProbeTest.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "addEventListeners" -> {
                        listeners.incrementAndGet();
                        kept[0] = arguments[0];
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
