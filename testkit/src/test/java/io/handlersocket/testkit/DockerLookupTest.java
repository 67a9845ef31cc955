// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DockerLookupTest {
    @Test
    void believesOnlyInAnEngineThatCanBeReached() throws IOException {
        ServerSocket engine = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        Map<String, String> environment = Map.of("DOCKER_HOST", "tcp://127.0.0.1:" + engine.getLocalPort());
        assertThat(DockerLookup.answers(environment, "/nonexistent")).isTrue();
        engine.close();
        assertThat(DockerLookup.answers(environment, "/nonexistent")).isFalse();
        assertThat(DockerLookup.answers(Map.of("DOCKER_HOST", "unix:///nonexistent.sock"), "/nonexistent"))
                .isFalse();
    }
}
