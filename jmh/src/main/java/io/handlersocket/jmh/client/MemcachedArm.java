// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import net.spy.memcached.CachedData;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/** The rows from memcached through spymemcached: from threads that wait, or so many in flight. */
final class MemcachedArm implements Arm {

    static {
        System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    }

    private static final Utf8 UTF_8 = new Utf8();

    private final String name;
    private final int threads;
    private final CacheServer server;
    private final MemcachedClient client;
    private final Chain.@Nullable Bundle chains;

    /** @param async whether {@code concurrency} counts lookups in flight, and not threads */
    MemcachedArm(CacheServer server, int concurrency, boolean async) throws IOException {
        this.name = "memcached-" + (async ? "async-" : "") + concurrency;
        this.threads = concurrency;
        this.server = server;
        this.client = new MemcachedClient(new DefaultConnectionFactory(), List.of(server.address()));
        this.chains = async ? new Chain.Bundle(concurrency, () -> new Lookups(client)) : null;
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
        int id = UserTable.randomId();
        check(id, client.get(Integer.toString(id), UTF_8));
        return 1;
    }

    private static void check(int id, @Nullable String row) {
        if (row == null) {
            throw new AssertionError("no row " + id);
        }
        int first = row.indexOf('|');
        int second = row.indexOf('|', first + 1);
        Check.row(
                id,
                row.substring(0, first),
                row.substring(first + 1, second),
                LocalDateTime.parse(row.substring(second + 1)));
    }

    @Override
    public Optional<ProcessHandle> server() {
        return server.process();
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private static final class Lookups extends Chain {

        private final MemcachedClient client;

        Lookups(MemcachedClient client) {
            this.client = client;
        }

        @Override
        protected void ask() {
            int id = UserTable.randomId();
            client.asyncGet(Integer.toString(id), UTF_8).addListener(future -> {
                try {
                    check(id, (String) future.get());
                } catch (Throwable e) {
                    failed(e);
                    return;
                }
                answered(1);
            });
        }
    }

    private static final class Utf8 implements Transcoder<String> {

        @Override
        public boolean asyncDecode(CachedData data) {
            return false;
        }

        @Override
        public CachedData encode(String text) {
            return new CachedData(0, text.getBytes(StandardCharsets.UTF_8), getMaxSize());
        }

        @Override
        public String decode(CachedData data) {
            return new String(data.getData(), StandardCharsets.UTF_8);
        }

        @Override
        public int getMaxSize() {
            return CachedData.MAX_SIZE;
        }
    }
}
