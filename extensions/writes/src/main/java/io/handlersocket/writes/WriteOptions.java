// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * The options of {@link HandlerSocketWrites}. Immutable and thread-safe. Writes use TCP, so a client that reads over a
 * unix-domain socket cannot write.
 *
 * @param port the write port, 1 to 65535; 0, the default, uses the server's {@code handlersocket_port_wr}
 * @param secret the write port's secret; empty, the default, reads it from the server. {@link #toString} hides it
 * @param timeout how long a write may wait in the queue, and then for its reply; 10 ms to 10 s, default 1 s. It must
 *     be below the server's {@code innodb_lock_wait_timeout}, or the client refuses to write
 * @param idleTimeout the time without a write after which the client closes the connection; 0 to 10 s, default 1 s
 * @param unreplicated whether to write although {@code log_bin} is on, so that replicas and backups miss these writes;
 *     default false. The client then logs a warning. It never writes to a Galera node
 */
public record WriteOptions(
        int port, Optional<String> secret, Duration timeout, Duration idleTimeout, boolean unreplicated) {

    /** All options at their defaults. */
    public static final WriteOptions DEFAULTS =
            new WriteOptions(0, Optional.empty(), Duration.ofSeconds(1), Duration.ofSeconds(1), false);

    public WriteOptions {
        requireNonNull(secret, "secret: null (expected an Optional)");
        requireNonNull(timeout, "timeout: null (expected a duration)");
        requireNonNull(idleTimeout, "idleTimeout: null (expected a duration)");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected 1 to 65535, or 0 to ask the server)");
        }
        if (timeout.compareTo(Duration.ofMillis(10)) < 0 || timeout.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected 10 ms to 10 s)");
        }
        if (idleTimeout.isNegative() || idleTimeout.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("idleTimeout: " + idleTimeout + " (expected 0 to 10 s)");
        }
    }

    /** Returns these options with this write port. */
    public WriteOptions withPort(int value) {
        return new WriteOptions(value, secret, timeout, idleTimeout, unreplicated);
    }

    /** Returns these options with this secret. */
    public WriteOptions withSecret(String value) {
        requireNonNull(value, "secret: null (expected text)");
        return new WriteOptions(port, Optional.of(value), timeout, idleTimeout, unreplicated);
    }

    /** Returns these options with this timeout, 10 ms to 10 s. */
    public WriteOptions withTimeout(Duration value) {
        return new WriteOptions(port, secret, value, idleTimeout, unreplicated);
    }

    /** Returns these options with this idle timeout, 0 to 10 s. */
    public WriteOptions withIdleTimeout(Duration value) {
        return new WriteOptions(port, secret, timeout, value, unreplicated);
    }

    /** Returns these options with or without permission for writes that are not replicated. */
    public WriteOptions unreplicated(boolean value) {
        return new WriteOptions(port, secret, timeout, idleTimeout, value);
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return "WriteOptions[port=" + port + ", timeout=" + timeout + ", idleTimeout=" + idleTimeout + ", unreplicated="
                + unreplicated + ']';
    }
}
