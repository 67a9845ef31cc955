// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.SnapshotIsolation;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableAsync;

/** The shop. */
@SpringBootApplication
@EnableAsync
@EnableCaching
class ShopApplication {

    @Bean
    CacheManager cacheManager() {
        return new ConcurrentMapCacheManager();
    }

    static ConfigurableApplicationContext run(HandlerSocketMariaDB server, boolean starter, Class<?>... more) {
        createTables(server, server.getDatabaseName());
        return on(server, starter, more).run();
    }

    /** Makes the shop's tables anew, empty, in this schema. */
    static void createTables(HandlerSocketMariaDB server, String schema) {
        server.execute(
                "DROP TABLE IF EXISTS " + schema + ".purchase, " + schema + ".customer, " + schema + ".wish, " + schema
                        + ".wishlist",
                "CREATE TABLE " + schema + ".customer (id BIGINT NOT NULL PRIMARY KEY, email VARCHAR(60) NOT NULL,"
                        + " points INT NOT NULL, version INT NOT NULL, UNIQUE KEY email (email)) DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE " + schema + ".purchase (id BIGINT NOT NULL PRIMARY KEY, customer_id BIGINT NOT NULL,"
                        + " price DECIMAL(10,2) NOT NULL, bought DATETIME(6), KEY customer_bought (customer_id, bought))",
                "CREATE TABLE " + schema + ".wishlist (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL)"
                        + " DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE " + schema + ".wish (id BIGINT NOT NULL PRIMARY KEY, wishlist_id BIGINT NOT NULL,"
                        + " title VARCHAR(60), KEY wishlist_title (wishlist_id, title)) DEFAULT CHARSET=utf8mb4");
    }

    /** The shop, to be started. */
    static SpringApplicationBuilder on(HandlerSocketMariaDB server, boolean starter, Class<?>... more) {
        return new SpringApplicationBuilder(ShopApplication.class)
                .sources(more)
                .initializers(PlayerApplication.patient())
                .web(WebApplicationType.NONE)
                .properties(
                        "handlersocket.enabled=" + starter,
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        SnapshotIsolation.off(server), // CheckedWritesIT has the other routes
                        "spring.main.banner-mode=off");
    }
}
