// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener;

/** What the application's own listeners throw fails no read. */
@ExtendWith(OutputCaptureExtension.class)
class ListenerIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    /** First of all. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class Throwing implements LookupListener, RepositoryMethodInvocationListener {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void answered(Lookup lookup) {
            calls.incrementAndGet();
            throw new IllegalStateException("lookup listener");
        }

        @Override
        public void afterInvocation(RepositoryMethodInvocation invocation) {
            throw new AssertionError("invocation listener");
        }
    }

    /** Of the client. */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class ClientThrowing implements ClientListener {

        @Override
        public void opened(Endpoint endpoint) {
            throw new IllegalStateException("client listener");
        }

        @Override
        public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
            throw new IllegalStateException("client listener");
        }
    }

    @Test
    void answersAndTellsTheOthersOnce(CapturedOutput output) throws Exception {
        PlayerApplication.createTable(server);
        Throwing throwing = new Throwing();
        List<Lookup> heard = new CopyOnWriteArrayList<>();
        AtomicInteger completed = new AtomicInteger();
        try (ConfigurableApplicationContext context = PlayerApplication.on(server, "handlersocket.startup=fail")
                .initializers(PlayerApplication.patient(), (GenericApplicationContext beans) -> {
                    beans.registerBean(Throwing.class, () -> throwing);
                    beans.registerBean("heard", LookupListener.class, () -> heard::add);
                    beans.registerBean(ClientThrowing.class, ClientThrowing::new);
                    beans.registerBean("completed", ClientListener.class, () -> new ClientListener() {
                        @Override
                        public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
                            completed.incrementAndGet();
                        }
                    });
                })
                .run()) {
            await().until(() -> {
                heard.clear();
                throwing.calls.set(0);
                assertThat(context.getBean(Players.class).findById(7L)).isPresent();
                assertThat(context.getBean(PlayerNames.class).findNameById(7L)).isPresent();
                assertThat(context.getBean(PlayerNames.class)
                                .findLaterById(7L)
                                .get()
                                .name())
                        .isEqualTo("Zoë 7");

                assertThat(heard).hasSize(3);
                assertThat(throwing.calls).hasValue(3);
                return heard.stream().allMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
            });
            assertThat(completed.get()).isPositive();
            await().untilAsserted(
                            () -> { // a listener is told after the caller
                                assertThat(warnings(output, Throwing.class)).isEqualTo(1);
                                assertThat(warnings(output, ClientThrowing.class))
                                        .isEqualTo(1);
                            });
        }
    }

    private static long warnings(CapturedOutput output, Class<?> listener) {
        return output.toString()
                .lines()
                .filter(line -> line.contains(" WARN ") && line.contains(listener.getName()))
                .count();
    }
}
