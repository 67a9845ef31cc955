// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Options as a builder would collect them. */
public final class Options {

    private Options() {}

    public static ClientOptions of(String name, DataSource dataSource, ClientListener listener) {
        return of(name, dataSource, listener, Duration.ofSeconds(1));
    }

    /**
     * Returns options with another idle time.
     *
     * @param idle the time without lookups after which a client closes its connections
     */
    public static ClientOptions of(String name, DataSource dataSource, ClientListener listener, Duration idle) {
        Duration second = Duration.ofSeconds(1);
        return new ClientOptions(
                name,
                dataSource,
                new ClientOptions.Address(null, 0, null, null, null, null),
                new ClientOptions.Times(second, second, second, idle, second),
                new ClientOptions.Sizes(1, 0, 256, 1_000, 100_000, 10),
                true,
                true,
                null,
                new Listeners(name, List.of(listener)));
    }
}
