// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Says how a part of a request was served. The counters are the thread's own: what other requests do does not change
 * them.
 *
 * <p>{@link CountingSocketFactory} counts what the JDBC driver sends, {@link EntityCount} what Hibernate loads, and
 * {@link LookupCount} what fast methods of repositories say.
 */
@Component
public class Served {

    /** Returns what the part gives, and how it was served; an exception passes through. Parts may be nested. */
    public <T> Measured<T> measure(String part, Supplier<T> read) {
        Meter meter = Meter.begin(part);
        try {
            T value = read.get();
            return new Measured<>(value, meter.serving());
        } finally {
            meter.end();
        }
    }
}
