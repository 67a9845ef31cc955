// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;

/** Looks for a Docker engine before Testcontainers does: without one, that takes seconds and logs an error. */
final class DockerLookup {
    private DockerLookup() {}

    static void requireEngine() throws UnavailableException {
        if (!answers(System.getenv(), System.getProperty("user.home", ""))) {
            throw new UnavailableException("no Docker engine at DOCKER_HOST or its usual sockets");
        }
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new UnavailableException("Testcontainers cannot use the Docker engine (see its log)");
        }
    }

    static boolean answers(Map<String, String> environment, String home) {
        String host = environment.getOrDefault("DOCKER_HOST", "");
        if (!host.isBlank()) {
            URI uri = URI.create(host);
            if ("unix".equals(uri.getScheme())) {
                return answers(Path.of(uri.getPath()));
            }
            return uri.getHost() == null
                    || answers(new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? 2375 : uri.getPort()));
        }
        List<Path> sockets = new ArrayList<>();
        sockets.add(Path.of("/var/run/docker.sock"));
        sockets.add(Path.of(home, ".docker/run/docker.sock"));
        sockets.add(Path.of(home, ".docker/desktop/docker.sock"));
        sockets.add(Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", "/nonexistent"), "docker.sock"));
        return sockets.stream().anyMatch(DockerLookup::answers);
    }

    private static boolean answers(Path socket) {
        return Files.exists(socket) && connects(UnixDomainSocketAddress.of(socket), StandardProtocolFamily.UNIX);
    }

    private static boolean answers(InetSocketAddress address) {
        return !address.isUnresolved() && connects(address, StandardProtocolFamily.INET);
    }

    private static boolean connects(SocketAddress address, StandardProtocolFamily family) {
        try (SocketChannel channel = SocketChannel.open(family)) {
            if (family == StandardProtocolFamily.INET) {
                channel.socket().connect(address, 1_000);
                return true;
            }
            return channel.connect(address);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
