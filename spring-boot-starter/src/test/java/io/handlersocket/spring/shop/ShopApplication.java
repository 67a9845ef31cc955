// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

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
        server.execute(
                "DROP TABLE IF EXISTS purchase",
                "DROP TABLE IF EXISTS customer",
                "CREATE TABLE customer (id BIGINT NOT NULL PRIMARY KEY, email VARCHAR(60) NOT NULL,"
                        + " points INT NOT NULL, version INT NOT NULL, UNIQUE KEY email (email)) DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE purchase (id BIGINT NOT NULL PRIMARY KEY, customer_id BIGINT NOT NULL,"
                        + " price DECIMAL(10,2) NOT NULL, bought DATETIME(6), KEY customer_bought (customer_id, bought))");
        return new SpringApplicationBuilder(ShopApplication.class)
                .sources(more)
                .web(WebApplicationType.NONE)
                .properties(
                        "handlersocket.enabled=" + starter,
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off")
                .run();
    }
}
