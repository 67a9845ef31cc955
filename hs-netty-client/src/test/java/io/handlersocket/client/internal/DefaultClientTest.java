// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.sql.FakeServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DefaultClientTest {

    @Test
    void everyCloseReturnsOnlyWhenEverythingIsClosed() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        ClientListener slow = new ClientListener() {
            @Override
            public void stateChanged(ClientState before, ClientState now, String reason) {
                if (now == ClientState.CLOSED) {
                    closing.countDown();
                    while (free.getCount() > 0) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                    }
                }
            }
        };
        FakeServer server = new FakeServer();
        server.failure = server.broken;
        HandlerSocketClient client = new DefaultClient(Options.of("unit", server.dataSource(), slow));
        CompletableFuture<Void> first = client.closeAsync().toCompletableFuture();
        assertThat(closing.await(10, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> second = client.closeAsync().toCompletableFuture();
        CompletableFuture<Void> third = CompletableFuture.runAsync(client::close);
        for (CompletableFuture<Void> other : List.of(second, third)) {
            assertThatThrownBy(() -> other.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        }

        free.countDown();
        CompletableFuture.allOf(first, second, third).get(10, TimeUnit.SECONDS);
        client.close();
        assertThat(client.snapshot().state()).isEqualTo(ClientState.CLOSED);
    }
}
