// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.HandlerSocketConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.mariadb.MariaDBContainer;

/** {@code @ServiceConnection} on a MariaDB container that exposes 9998: the mapped port is the one to use. */
final class MariaDBContainerConnectionDetailsFactory
        extends ContainerConnectionDetailsFactory<MariaDBContainer, HandlerSocketConnectionDetails> {

    private static final int READ_PORT = 9998;

    @Override
    protected HandlerSocketConnectionDetails getContainerConnectionDetails(
            ContainerConnectionSource<MariaDBContainer> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<MariaDBContainer>
            implements HandlerSocketConnectionDetails {

        private Details(ContainerConnectionSource<MariaDBContainer> source) {
            super(source);
        }

        @Override
        public @Nullable String getHost() {
            return listens() ? getContainer().getHost() : null;
        }

        @Override
        public @Nullable Integer getPort() {
            return listens() ? getContainer().getMappedPort(READ_PORT) : null;
        }

        // Asked when the client is made: only then is the container there.
        private boolean listens() {
            return getContainer().getExposedPorts().contains(READ_PORT);
        }
    }
}
