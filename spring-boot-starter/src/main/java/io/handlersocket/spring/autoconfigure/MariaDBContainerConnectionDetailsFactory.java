// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.HandlerSocketConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.mariadb.MariaDBContainer;

/** Finds the mapped read port of a MariaDB container with {@code @ServiceConnection} that exposes 9998. */
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

        // Called when the client is created: the container does not run earlier.
        private boolean listens() {
            return getContainer().getExposedPorts().contains(READ_PORT);
        }
    }
}
