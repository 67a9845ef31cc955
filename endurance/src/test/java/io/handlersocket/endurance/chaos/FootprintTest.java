// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A leak is found: of sockets, threads, heap and direct memory. */
class FootprintTest {

    private static final long MEGABYTE = 1024 * 1024;
    private static final Footprint BEFORE = new Footprint("JVM 0", 20, 0, 30, 40 * MEGABYTE, 3 * MEGABYTE);

    private static Footprint footprint(int established, int closeWait, int threads, long heap, long direct) {
        return new Footprint("JVM 0", established, closeWait, threads, heap * MEGABYTE, direct * MEGABYTE);
    }

    @Test
    void acceptsWhatComesAndGoesWithTheLoad() {
        assertThat(footprint(34, 0, 34, 50, 6).growthSince(BEFORE)).isEmpty();
    }

    @Test
    void findsEachKindOfLeak() {
        assertThat(footprint(40, 0, 30, 40, 3).growthSince(BEFORE)).containsExactly("JVM 0: 40 sockets, before 20");
        assertThat(footprint(20, 1, 30, 40, 3).growthSince(BEFORE))
                .containsExactly("JVM 0: 1 sockets in CLOSE_WAIT, before 0");
        assertThat(footprint(20, 0, 40, 40, 3).growthSince(BEFORE)).containsExactly("JVM 0: 40 threads, before 30");
        assertThat(footprint(20, 0, 30, 60, 3).growthSince(BEFORE))
                .singleElement()
                .asString()
                .contains("of heap");
        assertThat(footprint(20, 0, 30, 40, 9).growthSince(BEFORE))
                .singleElement()
                .asString()
                .contains("direct");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void countsTheSocketsOfAProcess() throws IOException {
        Footprint before = ownSockets();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            try (Socket accepted = server.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                assertThat(ownSockets().established()).isGreaterThanOrEqualTo(before.established() + 2);
            }
            assertThat(client.isClosed()).isFalse();
            assertThat(ownSockets().closeWait()).isGreaterThan(before.closeWait());
        }
    }

    private static Footprint ownSockets() throws IOException {
        return Footprint.ofProcess("this", ProcessHandle.current().pid());
    }
}
