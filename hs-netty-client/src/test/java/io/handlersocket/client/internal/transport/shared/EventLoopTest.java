// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Endpoint;
import io.handlersocket.testkit.FakeHandlerSocket;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EventLoopTest {

    @Test
    void oneThreadServesAllSocketsAndKnowsItself() throws Exception {
        try (FakeHandlerSocket fake = new FakeHandlerSocket("");
                EventLoop loop = new EventLoop("one")) {
            Endpoint endpoint = new Endpoint("127.0.0.1", fake.port());
            Queue<Thread> seen = new ConcurrentLinkedQueue<>();
            assertThat(loop.isCurrentThread()).isFalse();
            for (int i = 0; i < 2; i++) {
                Future<?> connected = loop.connect(endpoint, null, 2_000, new ChannelInboundHandlerAdapter());
                connected.addListener(done -> {
                    if (loop.isCurrentThread()) {
                        seen.add(Thread.currentThread());
                    }
                });
                assertThat(connected.await(10_000)).isTrue();
                assertThat(connected.isSuccess()).isTrue();
            }
            loop.group().submit(() -> {}).sync(); // after the second listener
            assertThat(seen).hasSize(2).allMatch(Thread::isDaemon);
            assertThat(Set.copyOf(seen)).hasSize(1);
        }
    }

    @Test
    void anAddressThatDoesNotResolveOrAnswerFailsTheFuture() throws Exception {
        int port;
        try (FakeHandlerSocket gone = new FakeHandlerSocket("")) {
            port = gone.port();
        }
        try (EventLoop loop = new EventLoop("refused")) {
            for (Endpoint nowhere :
                    new Endpoint[] {new Endpoint("127.0.0.1", port), new Endpoint("no-such-host.invalid", port)}) {
                Future<?> connected = loop.connect(nowhere, null, 2_000, new ChannelInboundHandlerAdapter());
                assertThat(connected.await(10_000)).isTrue();
                assertThat(connected.isSuccess()).isFalse();
            }
        }
    }

    @Test
    void closingEndsTheThread() {
        EventLoop loop = new EventLoop("ended");
        loop.close();
        assertThat(loop.group().isTerminated()).isTrue();
    }
}
