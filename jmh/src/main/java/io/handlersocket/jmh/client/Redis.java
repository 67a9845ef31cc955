// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.DistributionProgram;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Redis that holds each row twice: as JSON and as a hash. It writes nothing to disk. */
final class Redis {

    private static final int BATCH = 10_000;

    private Redis() {}

    /**
     * Starts it and fills it.
     *
     * @throws IllegalStateException if this machine neither has nor can fetch the program; the message names the reason
     */
    static CacheServer start() throws IOException, InterruptedException {
        // The program is a link to one of the tools.
        DistributionProgram program = DistributionProgram.find(
                "redis-server",
                List.of("redis-tools", "libjemalloc2", "liblua5.1-0", "liblzf1", "libhiredis0.14", "libatomic1"));
        CacheServer server = CacheServer.start(
                program,
                port -> List.of(
                        "--bind", "127.0.0.1", "--port", Integer.toString(port), "--save", "", "--daemonize", "no"));
        RedisClient client = client(server);
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            for (int from = 0; from < UserTable.ROWS; from += BATCH) {
                fill(connection, from, Math.min(UserTable.ROWS, from + BATCH));
            }
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(10));
        }
        return server;
    }

    static RedisClient client(CacheServer server) {
        return RedisClient.create(RedisURI.create(
                server.address().getHostString(), server.address().getPort()));
    }

    private static void fill(StatefulRedisConnection<String, String> connection, int from, int to) throws IOException {
        List<RedisFuture<?>> answers = new ArrayList<>();
        for (int id = from; id < to; id++) {
            for (RedisRow form : RedisRow.values()) {
                answers.add(form.write(connection.async(), id));
            }
        }
        if (!LettuceFutures.awaitAll(Duration.ofMinutes(1), answers.toArray(RedisFuture[]::new))) {
            throw new IOException("Redis did not take the rows");
        }
    }
}
