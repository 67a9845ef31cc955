// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.HandlerSocketConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/** Finds the published read port of a Docker Compose service {@code mariadb} that publishes 9998. */
final class MariaDBDockerComposeConnectionDetailsFactory
        extends DockerComposeConnectionDetailsFactory<HandlerSocketConnectionDetails> {

    private static final int READ_PORT = 9998;

    MariaDBDockerComposeConnectionDetailsFactory() {
        super("mariadb");
    }

    @Override
    protected HandlerSocketConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
        return new Details(source.getRunningService());
    }

    private static final class Details extends DockerComposeConnectionDetails
            implements HandlerSocketConnectionDetails {

        private final @Nullable String host;
        private final @Nullable Integer port;

        private Details(RunningService service) {
            super(service);
            this.port = published(service.ports());
            this.host = port == null ? null : service.host();
        }

        private static @Nullable Integer published(ConnectionPorts ports) {
            try {
                return ports.get(READ_PORT);
            } catch (IllegalStateException e) {
                return null; // not published: the client uses the port that the server reports
            }
        }

        @Override
        public @Nullable String getHost() {
            return host;
        }

        @Override
        public @Nullable Integer getPort() {
            return port;
        }
    }
}
