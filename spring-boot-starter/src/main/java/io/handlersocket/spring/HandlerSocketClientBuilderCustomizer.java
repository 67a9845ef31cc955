// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.HandlerSocketClientBuilder;

/**
 * Changes the builder of the application's client. The starter calls every bean of this type once, in bean order, after
 * it has applied the properties.
 */
@FunctionalInterface
public interface HandlerSocketClientBuilderCustomizer {

    /** Changes the builder. An exception stops the start of the application. */
    void customize(HandlerSocketClientBuilder builder);
}
