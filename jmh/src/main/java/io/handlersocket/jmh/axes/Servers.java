// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;

/**
 * What needs a server of its own: one setting of it, and the point that is read there.
 *
 * @param threads of {@code handlersocket_threads}
 * @param engine a storage engine that is a plugin; empty for none
 * @param secret whether callers authenticate
 */
record Servers(Point point, int threads, String engine, boolean secret, List<String> arguments) {

    private static final String POOL = "--innodb-buffer-pool-size=512M";

    private static Servers threads(int threads) {
        return new Servers(Point.BASE.as("handlersocket_threads=" + threads), threads, "", true, List.of(POOL));
    }

    static final List<Servers> ALL = List.of(
            threads(1),
            threads(2),
            threads(16),
            new Servers(Point.SMALL_POOL, 16, "", true, List.of("--innodb-buffer-pool-size=16M")),
            new Servers(Point.MYROCKS, 16, "rocksdb", true, List.of(POOL)),
            new Servers(Point.BASE.as("no secret"), 16, "", false, List.of(POOL)));

    /** Started. */
    HandlerSocketMariaDB start() {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withHandlerSocketThreads(threads)
                .withServerArguments(arguments.toArray(String[]::new));
        if (!engine.isEmpty()) {
            server.withEngine(engine);
        }
        if (!secret) {
            server.withSecrets("", "");
        }
        server.start();
        return server;
    }
}
