// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.axes.LongRows;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** Every arm of this layer by its name; one is connected only when it is asked for. */
public final class ClientArms implements AutoCloseable {

    private static final int[] THREADS = {1, 2, 4, 16, 64};
    private static final int[] ROW_BYTES = {1_000, 3_000, 6_000, 10_000, 30_000};

    private final HandlerSocketClient client;
    private final Map<String, Callable<Arm>> known = new LinkedHashMap<>();
    private final Map<String, String> absent = new LinkedHashMap<>();
    private final List<Arm> connected = new ArrayList<>();
    private final Map<String, CacheServer> caches = new LinkedHashMap<>();

    public ClientArms(Database db) {
        client = Clients.to(db).build();
        client.awaitReady(Duration.ofMinutes(1));
        Index index = client.index(Clients.users(db));
        Index id = client.index(IndexSpec.primary(db.schema(), "user").select("user_id"));
        Index unread =
                client.index(IndexSpec.primary(db.schema(), "user").select("user_id", "user_name", "user_email"));
        known.put("bare-loop", () -> new BareLoopArm(db));
        for (JdbcSetting setting : JdbcSetting.values()) {
            for (int threads : THREADS) {
                known.put("jdbc-" + setting.label + "-" + threads, () -> new JdbcArm(db, setting, threads, 1));
            }
        }
        for (int callers : new int[] {1, 4}) {
            known.put("jdbc-prepared-in100-" + callers, () -> new JdbcArm(db, JdbcSetting.PREPARED, callers, 100));
            known.put("multiget100-" + callers, () -> new MultiGetArm(index, callers, 100));
        }
        for (int inFlight : new int[] {16, 64}) {
            known.put("async-multiget100-" + inFlight, () -> AsyncMultiGets.arm(index, inFlight, 100));
        }
        for (int inFlight : new int[] {1, 16, 64, 256, 1024, 10_000}) {
            known.put("async-" + inFlight, () -> AsyncLookups.arm("async", index, inFlight, RowCheck.THREE_COLUMNS));
        }
        known.put("async-id-1024", () -> AsyncLookups.arm("async-id", id, 1024, RowCheck.ONLY_ID));
        known.put("async-unread-1024", () -> AsyncLookups.arm("async-unread", unread, 1024, RowCheck.ONLY_ID));
        LongRows longRows = new LongRows(db);
        for (int bytes : ROW_BYTES) {
            known.put("jdbc-rows" + bytes + "-16", () -> longRows.jdbc(bytes, 16));
            for (int inFlight : new int[] {32, 256}) {
                known.put("async-rows" + bytes + "-" + inFlight, () -> longRows.async(client, bytes, inFlight));
            }
        }
        for (int threads : THREADS) {
            known.put("blocking-" + threads, () -> new BlockingArm(index, threads, null));
        }
        known.put(
                "virtual-256",
                () -> new BlockingArm(index, 256, Threads.virtual().orElseThrow()));
        if (Threads.virtual().isEmpty()) {
            absent.put("virtual-256", "virtual threads need JDK 21");
        }
        for (int threads : new int[] {16, 64}) {
            known.put("memcached-" + threads, () -> new MemcachedArm(memcached(), threads, false));
        }
        known.put("memcached-async-1024", () -> new MemcachedArm(memcached(), 1024, true));
        for (RedisRow form : RedisRow.values()) {
            String name = "redis-" + form.name().toLowerCase(Locale.ROOT) + "-";
            for (int threads : new int[] {16, 64}) {
                known.put(name + threads, () -> new RedisArm(redis(), form, threads, false));
            }
            known.put(name + "async-1024", () -> new RedisArm(redis(), form, 1024, true));
        }
        for (int connections : new int[] {2, 4, 8}) {
            for (int pipelining : new int[] {16, 64, 256}) {
                known.put("vertx-" + connections + "x" + pipelining, () -> new VertxArm(db, connections, pipelining));
            }
        }
        for (int inFlight : new int[] {1, 16}) {
            known.put("r2dbc-4x" + inFlight, () -> new R2dbcArm(db, 4, inFlight));
        }
        for (int threads : new int[] {1, 16}) {
            known.put("handler-read-" + threads, () -> new HandlerReadArm(db, threads));
            known.put("probe-" + threads, () -> new ProbeArm(db, threads));
        }
        known.put("async-guarded-1024", () -> new ManyTables(db, true));
        known.put("async-unguarded-1024", () -> new ManyTables(db, false));
    }

    /** All there are. */
    public List<String> names() {
        return List.copyOf(known.keySet());
    }

    /**
     * Connects an arm.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public Arm connect(String name) throws Exception {
        Callable<Arm> maker = known.get(name);
        if (maker == null) {
            throw new IllegalArgumentException("arm: " + name + " (expected one of " + known.keySet() + ")");
        }
        Arm arm = maker.call();
        connected.add(arm);
        return arm;
    }

    /** Lets go of what an arm holds. */
    void disconnect(Arm arm) {
        connected.remove(arm);
        arm.close();
    }

    /** Why an arm cannot run here; empty if it can. */
    String absence(String name) {
        if (name.startsWith("memcached")) {
            return absent.computeIfAbsent("memcached", any -> whyNot(this::memcached));
        }
        if (name.startsWith("redis")) {
            return absent.computeIfAbsent("redis", any -> whyNot(this::redis));
        }
        return absent.getOrDefault(name, "");
    }

    private static String whyNot(Callable<CacheServer> cache) {
        try {
            cache.call();
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        } catch (Exception e) {
            return String.valueOf(e.getMessage());
        }
    }

    private CacheServer memcached() throws Exception {
        return cache("memcached", Memcached::start);
    }

    private CacheServer redis() throws Exception {
        return cache("redis", Redis::start);
    }

    /** Returns a server that is started when the first arm needs it. */
    private CacheServer cache(String name, Callable<CacheServer> start) throws Exception {
        CacheServer running = caches.get(name);
        if (running == null) {
            running = start.call();
            caches.put(name, running);
        }
        return running;
    }

    @Override
    public void close() {
        connected.forEach(Arm::close);
        caches.values().forEach(CacheServer::close);
        client.close();
    }
}
