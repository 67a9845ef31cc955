// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The options that an extension checks before it builds a client; {@link
 * io.handlersocket.client.HandlerSocketClientBuilder} describes each.
 *
 * @param guard false after {@code withoutGuard}
 * @since 0.1
 */
public record ClientSettings(
        String name, @Nullable DataSource dataSource, Duration requestTimeout, boolean guard, boolean catalogueOnly) {}
