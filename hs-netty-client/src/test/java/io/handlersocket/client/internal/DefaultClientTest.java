// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.sql.FakeServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DefaultClientTest {

    @Test
    void everyCloseReturnsOnlyWhenEverythingIsClosed() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CompletableFuture<Void> free = new CompletableFuture<>();
        ClientListener slow = new ClientListener() {
            @Override
            public void stateChanged(ClientState before, ClientState now, String reason) {
                if (now == ClientState.CLOSED) {
                    closing.countDown();
                    free.join(); // interrupted or not
                }
            }
        };
        FakeServer server = new FakeServer();
        server.failure = server.broken;
        HandlerSocketClient client = new DefaultClient(Options.of("unit", server.dataSource(), slow));
        CompletableFuture<Void> first = client.closeAsync().toCompletableFuture();
        assertThat(closing.await(10, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> second = client.closeAsync().toCompletableFuture();
        Thread third = new Thread(client::close, "unit-close");
        third.start();
        assertThat(closers()).hasSize(3);
        while (closers().stream()
                        .filter(thread -> thread.getState() == Thread.State.WAITING)
                        .count()
                < 2) { // the first waits for its step, with a limit
            assertThat(closers()).as("the others wait for the first").hasSize(3);
            Thread.onSpinWait();
        }

        free.complete(null);
        CompletableFuture.allOf(first, second).get(10, TimeUnit.SECONDS);
        third.join();
        client.close();
        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
    }

    private static List<Thread> closers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("unit-close"))
                .toList();
    }
}
