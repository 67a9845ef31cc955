// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.HandlerSocketClientBuilder;

/** Changes the client's builder after the properties were applied to it. */
@FunctionalInterface
public interface HandlerSocketClientBuilderCustomizer {

    void customize(HandlerSocketClientBuilder builder);
}
