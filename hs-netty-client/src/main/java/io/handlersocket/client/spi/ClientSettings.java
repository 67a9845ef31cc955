// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.time.Duration;
import javax.sql.DataSource;

/**
 * The options of a client as an extension reads them; {@link io.handlersocket.client.HandlerSocketClientBuilder}
 * describes each. Only the client implements this.
 */
public interface ClientSettings {

    String name();

    DataSource dataSource();

    Duration requestTimeout();

    /** Returns false after {@code withoutGuard}. */
    boolean guard();
}
