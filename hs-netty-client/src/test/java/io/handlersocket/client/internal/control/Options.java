// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.internal.concurrent.TimeSource;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Options as a builder would collect them. */
public final class Options {

    private Options() {}

    public static ClientOptions of(String name, DataSource dataSource, ClientListener listener) {
        return of(name, dataSource, listener, Duration.ofSeconds(1));
    }

    /** Returns the same options for a client that goes by another time. */
    public static ClientOptions at(TimeSource time, ClientOptions options) {
        return new ClientOptions(
                options.name(),
                options.dataSource(),
                options.address(),
                options.times(),
                options.sizes(),
                options.guard(),
                options.allowUntestedServer(),
                options.callbackExecutor(),
                options.listener(),
                time);
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
                new ClientOptions.Times(second, second, second, idle),
                new ClientOptions.Sizes(1, 0, 256, 1_000, 100_000, 10),
                true,
                true,
                null,
                new Listeners(name, Duration.ofHours(1), List.of(listener)),
                TimeSource.SYSTEM);
    }
}
