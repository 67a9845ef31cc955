// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.spring.HandlerSocketConnectionDetails;
import org.jspecify.annotations.Nullable;

record PropertiesConnectionDetails(HandlerSocketProperties properties) implements HandlerSocketConnectionDetails {

    @Override
    public @Nullable String getHost() {
        return properties.host();
    }

    @Override
    public @Nullable Integer getPort() {
        return properties.port();
    }

    @Override
    public @Nullable String getSecret() {
        return properties.secret();
    }
}
