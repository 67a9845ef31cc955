// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.spi;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the application on JDBC. With a bean of this type, the starter plans loads and reads nothing over
 * HandlerSocket. An extension declares the bean before {@code HandlerSocketAutoConfiguration}.
 */
public interface PlanOnly {

    /** Returns the client of the application, which only describes the server. */
    HandlerSocketClient client(HandlerSocketClientBuilder options);

    /** Returns why every load uses JDBC. */
    String reason();

    /** Returns what the view {@code advice} of the endpoint shows; null for status 404. */
    @Nullable
    Object advice();
}
