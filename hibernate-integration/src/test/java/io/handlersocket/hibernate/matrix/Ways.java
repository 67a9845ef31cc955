// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The four ways in which one world is read: by JDBC, over HandlerSocket, and over one that refuses or dies at random. */
final class Ways implements AutoCloseable {

    /** Each opens its indexes again after it has died; the others are read meanwhile. */
    private static final int DYING = 3;

    private final HandlerSocketMariaDB server;
    private final World world;
    private final Random random;
    private final List<TcpProxy> proxies = new ArrayList<>();
    private final Map<String, App> apps = new HashMap<>();
    private final Map<String, DmlLog> writes = new HashMap<>();
    private final AtomicInteger disturbances = new AtomicInteger();
    private volatile boolean disturbed;
    private int turn;

    Ways(HandlerSocketMariaDB server, World world, Random random) {
        this.server = server;
        this.world = world;
        this.random = random;
        add("plain", null, Map.of("hibernate.hbm2ddl.auto", "create"));
        server.execute(world.insertRows().toArray(String[]::new));
        add("fast", App.client(server), Map.of());
    }

    private void addDisturbed() {
        add("refusing", DisturbedClient.of(App.client(server), this::refuse), Map.of());
        for (int i = 0; i < DYING; i++) {
            TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort());
            proxies.add(proxy);
            HandlerSocketClient mortal = HandlerSocketClient.builder()
                    .dataSource(server.dataSource())
                    .host(server.getHost())
                    .port(proxy.port())
                    .requestTimeout(Duration.ofSeconds(3))
                    .build();
            add(
                    dying(i),
                    DisturbedClient.of(mortal, (target, method, args) -> die(proxy, target, method, args)),
                    Map.of());
        }
    }

    private static String dying(int i) {
        return "dying " + i;
    }

    private void add(String name, HandlerSocketClient client, Map<String, Object> settings) {
        DmlLog log = new DmlLog();
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(world.settings());
        all.put("hibernate.generate_statistics", true);
        all.put("hibernate.session_factory.statement_inspector", log);
        all.put("hibernate.connection.provider_disables_autocommit", true);
        all.put("hibernate.cache.region_prefix", name);
        all.put(App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        writes.put(name, log);
        apps.put(
                name,
                client == null
                        ? App.plain(server, all, world.entities())
                        : App.over(server, client, all, world.entities()));
    }

    App plain() {
        return app("plain");
    }

    App fast() {
        return app("fast");
    }

    App app(String name) {
        return apps.get(name);
    }

    /** The names of the two that are disturbed, of which the one that dies is another one each time. */
    List<String> nextDisturbed() {
        if (!apps.containsKey("refusing")) {
            addDisturbed();
        }
        return List.of("refusing", dying(turn++ % DYING));
    }

    /** What the application of this name has written. */
    DmlLog writes(String name) {
        return writes.get(name);
    }

    /** Lookups that were refused, and connections that were cut. */
    int disturbances() {
        return disturbances.get();
    }

    /** Whether lookups are disturbed from now on. */
    void disturb(boolean disturb) {
        disturbed = disturb;
    }

    private Object refuse(Object target, Method method, Object[] args) throws Throwable {
        int dice = disturbed ? next(24) : 24;
        if (dice > 11) {
            return DisturbedClient.call(target, method, args);
        }
        disturbances.incrementAndGet();
        UnavailableException.Reason[] reasons = UnavailableException.Reason.values();
        throw switch (dice) {
            case 0 -> new RequestTimeoutException("test", true);
            case 1 -> new ConnectionLostException("test", null);
            case 2 -> new ServerErrorException("test", 1, "lock_tables");
            case 3 -> new ProtocolException("test");
            case 4 -> new RefusedException("test");
            case 5 -> new IllegalStateException("test");
            default -> new UnavailableException(reasons[dice % reasons.length], "test");
        };
    }

    private Object die(TcpProxy proxy, Object target, Method method, Object[] args) throws Throwable {
        switch (disturbed ? next(6) : 6) {
            case 0 -> {
                disturbances.incrementAndGet();
                proxy.cutAll();
            }
            case 1 -> {
                disturbances.incrementAndGet();
                CompletableFuture.runAsync(proxy::cutAll);
            }
            case 2 -> proxy.cutOne(random);
            default -> {}
        }
        return DisturbedClient.call(target, method, args);
    }

    private synchronized int next(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public void close() {
        apps.values().forEach(App::close);
        proxies.forEach(TcpProxy::close);
    }
}
