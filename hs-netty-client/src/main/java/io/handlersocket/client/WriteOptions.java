// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a client writes; see {@link Writes} for what that means. Writes go over TCP: a client that reads over a
 * unix-domain socket is refused to write.
 *
 * @param port the write port; 0 for what the server's variable {@code handlersocket_port_wr} says
 * @param secret the write port's secret; empty to ask the server. Never printed
 * @param timeout how long a write may wait to be sent, and how long its answer is waited for; default 1 s, and far
 *     below the server's {@code innodb_lock_wait_timeout}, so that no caller waits for a lock as long as the server
 *     does; refused if not
 * @param idleTimeout after how long without a write the connection is closed; default 1 s
 * @param unreplicated whether to write where {@code log_bin} or {@code wsrep_on} is on, although replicas, backups and
 *     the other nodes will not have these writes; default false, and logged as WARN
 * @since 0.1
 */
public record WriteOptions(
        int port, Optional<String> secret, Duration timeout, Duration idleTimeout, boolean unreplicated) {

    /** Every option at its default. */
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

    /** With another port. */
    public WriteOptions withPort(int value) {
        return new WriteOptions(value, secret, timeout, idleTimeout, unreplicated);
    }

    /** With this secret. */
    public WriteOptions withSecret(String value) {
        return new WriteOptions(
                port,
                Optional.of(requireNonNull(value, "secret: null (expected text)")),
                timeout,
                idleTimeout,
                unreplicated);
    }

    /** With another timeout, 10 ms to 10 s. */
    public WriteOptions withTimeout(Duration value) {
        return new WriteOptions(port, secret, value, idleTimeout, unreplicated);
    }

    /** With another idle timeout, 0 to 10 s. */
    public WriteOptions withIdleTimeout(Duration value) {
        return new WriteOptions(port, secret, timeout, value, unreplicated);
    }

    /** On a server whose writes should be replicated or logged, and these will not be. */
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
