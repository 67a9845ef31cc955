// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Route;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.RoutedArm;
import io.handlersocket.jmh.measure.SharedRouteArm;
import io.handlersocket.jmh.measure.TunedJdbc;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;

/** A session factory with a pool of 16 connections, in one of the configurations that are compared. */
public final class Unit implements AutoCloseable {

    private static final int POOL = 16;

    /**
     * How it is set up.
     *
     * @param url options of the driver
     * @param lateConnection whether a transaction takes its connection at its first statement: auto-commit off in the pool
     *     and {@code provider_disables_autocommit}, which saves the commands that switch it off and on
     * @param routing which loads go over HandlerSocket; empty for none
     * @param cache whether entities are kept in a second-level cache (JCache, Caffeine)
     */
    public record Setting(String name, String url, boolean lateConnection, String routing, boolean cache) {

        /** Hibernate, HikariCP and Connector/J as they come. */
        static final Setting DEFAULT = new Setting("default", "", false, "", false);
        /** Prepared on the server, and no command but the SELECT and the COMMIT. */
        public static final Setting TUNED = new Setting("tuned", TunedJdbc.URL_OPTIONS, true, "", false);

        public static final Setting FAST = new Setting("handlersocket", TunedJdbc.URL_OPTIONS, true, "always", false);
        static final Setting CACHED = new Setting("cached", TunedJdbc.URL_OPTIONS, true, "", true);

        // Without transactions, which a pool without auto-commit would have to roll back.
        public static final Setting JDBC = new Setting("jdbc", TunedJdbc.URL_OPTIONS, false, "", false);
        public static final Setting ALWAYS = new Setting("always", TunedJdbc.URL_OPTIONS, false, "always", false);
        public static final Setting ADAPTIVE = new Setting("adaptive", TunedJdbc.URL_OPTIONS, false, "adaptive", false);

        boolean fast() {
            return !routing.isEmpty();
        }
    }

    private final Setting setting;
    private final HikariDataSource pool = new HikariDataSource();
    private final @Nullable HandlerSocketClient client;
    private final SessionFactory sessions;

    Unit(Database db, Setting setting) {
        this(
                db,
                setting,
                User.class,
                Team.class,
                Member.class,
                Guild.class,
                GuildMember.class,
                Account.class,
                Premium.class,
                Post.class);
    }

    /** @param entities what is mapped */
    public Unit(Database db, Setting setting, Class<?>... entities) {
        this(db, setting, configuration -> {
            for (Class<?> entity : entities) {
                configuration.addAnnotatedClass(entity);
            }
        });
    }

    /** @param mapping says what is mapped */
    public Unit(Database db, Setting setting, Consumer<Configuration> mapping) {
        this.setting = setting;
        pool.setJdbcUrl(db.url(setting.url()));
        pool.setUsername(db.user());
        pool.setPassword(db.password());
        pool.setMaximumPoolSize(POOL);
        pool.setAutoCommit(!setting.lateConnection());
        client = setting.fast() ? client(db) : null;
        Configuration configuration = new Configuration();
        mapping.accept(configuration);
        configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        if (setting.lateConnection()) {
            configuration.setProperty(AvailableSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, true);
        }
        if (client != null) {
            configuration.getProperties().put(HandlerSocketSettings.CLIENT, client);
            configuration.getProperties().put(HandlerSocketSettings.ROUTING, setting.routing());
            IntSupplier idle = () -> pool.getHikariPoolMXBean().getIdleConnections();
            configuration.getProperties().put(HandlerSocketSettings.IDLE_CONNECTIONS, idle);
        }
        if (setting.cache()) {
            configuration.setProperty("jakarta.persistence.sharedCache.mode", "ALL");
            configuration.setProperty("hibernate.cache.region.factory_class", "jcache");
            configuration.setProperty("hibernate.cache.default_cache_concurrency_strategy", "nonstrict-read-write");
            configuration.setProperty("hibernate.javax.cache.missing_cache_strategy", "create");
            configuration.setProperty(
                    "hibernate.javax.cache.provider",
                    "com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider");
        }
        sessions = configuration.buildSessionFactory();
        if (client != null) {
            HandlerSocketLoads.of(sessions)
                    .prepare()
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }
    }

    static HandlerSocketClient client(Database db) {
        return HandlerSocketClient.builder()
                .dataSource(db.dataSource())
                .host(db.host())
                .port(db.readPort())
                .secret(db.readSecret())
                .build();
    }

    public SessionFactory sessions() {
        return sessions;
    }

    /** What arms of this unit are called by. */
    public String name() {
        return setting.name();
    }

    /** The same arm, which must not fall back if this unit reads over HandlerSocket. */
    public Arm routed(Arm arm) {
        if (client == null) {
            return arm;
        }
        HandlerSocketLoads loads = HandlerSocketLoads.of(sessions);
        return new RoutedArm(arm, () -> loads.count(Route.HANDLERSOCKET), () -> loads.count(Route.JDBC));
    }

    /** The same arm, which may fall back and says how often it does. */
    public SharedRouteArm sharing(Arm arm) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(sessions);
        return new SharedRouteArm(arm, () -> loads.count(Route.HANDLERSOCKET), () -> loads.count(Route.JDBC));
    }

    @Override
    public void close() {
        sessions.close();
        if (client != null) {
            client.close();
        }
        pool.close();
    }
}
