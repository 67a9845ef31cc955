// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.WriteOptions;
import java.time.Duration;
import javax.sql.DataSource;

/** Options as a builder would collect them. */
public final class Options {

    private Options() {}

    public static ClientOptions of(String name, DataSource dataSource, WriteOptions writes, ClientListener listener) {
        Duration second = Duration.ofSeconds(1);
        return new ClientOptions(
                name,
                dataSource,
                null,
                0,
                null,
                null,
                null,
                null,
                1,
                0,
                second,
                second,
                second,
                second,
                second,
                256,
                1_000,
                100_000,
                10,
                true,
                true,
                writes,
                null,
                new FlightListener(name, listener));
    }
}
