// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows from Redis through Lettuce and its one connection: from threads that wait, or so many in flight. */
final class RedisArm implements Arm {

    private final String name;
    private final int threads;
    private final CacheServer server;
    private final RedisRow form;
    private final RedisClient client;
    private final RedisAsyncCommands<String, String> redis;
    private final Chain.@Nullable Bundle chains;

    /** @param async whether {@code concurrency} counts lookups in flight, and not threads */
    RedisArm(CacheServer server, RedisRow form, int concurrency, boolean async) {
        this.name = "redis-" + form.name().toLowerCase(Locale.ROOT) + "-" + (async ? "async-" : "") + concurrency;
        this.threads = concurrency;
        this.server = server;
        this.form = form;
        this.client = Redis.client(server);
        this.redis = client.connect().async();
        this.chains = async ? new Chain.Bundle(concurrency, Lookups::new) : null;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return chains == null ? Threads.run(threads, slice, this::once) : chains.run(slice);
    }

    private long once() {
        form.read(redis, UserTable.randomId()).toCompletableFuture().join();
        return 1;
    }

    @Override
    public Optional<ProcessHandle> server() {
        return server.process();
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(10));
    }

    private final class Lookups extends Chain {

        @Override
        protected void ask() {
            form.read(redis, UserTable.randomId()).whenComplete((row, failure) -> {
                if (failure == null) {
                    answered(1);
                } else {
                    failed(failure);
                }
            });
        }
    }
}
