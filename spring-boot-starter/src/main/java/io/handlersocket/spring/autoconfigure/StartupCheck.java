// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import java.time.Duration;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * For {@code handlersocket.startup=fail}: waits until the client is connected, at most for {@code startup-timeout} after
 * its first attempt, and throws if it is not. Throws at once if the client must not use the server.
 */
record StartupCheck(HandlerSocketClient client, HandlerSocketProperties properties, Duration firstAttempt)
        implements SmartInitializingSingleton {

    /** Time for the first attempt of the client, which reads the catalogue over SQL too. */
    private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(10);

    StartupCheck(HandlerSocketClient client, HandlerSocketProperties properties) {
        this(client, properties, FIRST_ATTEMPT);
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (properties.startup() != Startup.FAIL) {
            return;
        }
        Reached.awaitFirstAttempt(client, firstAttempt);
        if (!Reached.within(client, properties.startupTimeout())) {
            throw StartupFailure.notUsable(client.snapshot());
        }
    }
}
