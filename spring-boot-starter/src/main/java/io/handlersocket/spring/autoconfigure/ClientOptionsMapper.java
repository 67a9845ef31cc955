// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import java.util.function.Consumer;
import org.springframework.boot.context.properties.PropertyMapper;

/** Applies properties and connection details to a client's builder. */
final class ClientOptionsMapper {

    private ClientOptionsMapper() {}

    /** @throws IllegalArgumentException if the client would refuse one of these options */
    static void check(Consumer<HandlerSocketClientBuilder> options) {
        options.accept(HandlerSocketClient.builder());
    }

    static HandlerSocketClientBuilder builder(
            HandlerSocketProperties properties, HandlerSocketConnectionDetails details) {
        HandlerSocketClientBuilder builder = common(properties);
        PropertyMapper map = PropertyMapper.get();
        map.from(details::getHost).whenHasText().to(builder::host);
        map.from(details::getPort).to(builder::port);
        // An empty secret is a value: it is for a server without a secret.
        map.from(details::getSecret).to(builder::secret);
        map.from(properties::unixSocket).whenHasText().to(builder::unixSocket);
        return builder;
    }

    /** Returns a builder with the options that the clients of all servers share. */
    static HandlerSocketClientBuilder common(HandlerSocketProperties properties) {
        return HandlerSocketClient.builder()
                .requestTimeout(properties.requestTimeout())
                .allowUntestedServer(properties.allowUntestedServer());
    }
}
