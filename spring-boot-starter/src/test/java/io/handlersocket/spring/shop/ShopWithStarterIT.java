// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ShopWithStarterIT extends ShopSuite {

    private static final List<Lookup> lookups = new CopyOnWriteArrayList<>();
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = ShopApplication.run(HandlerSocketMariaDB.shared(), true, Recorder.class);
    }

    /** All indexes are open, also if the machine stood still. */
    @BeforeEach
    void awaitFast() {
        Customers customers = context.getBean(Customers.class);
        Purchases purchases = context.getBean(Purchases.class);
        List<Runnable> calls = List.of(
                () -> customers.findById(0L),
                () -> customers.findByEmail(""),
                () -> customers.findBadgeByEmail(""),
                () -> purchases.findById(0L),
                () -> purchases.findTop2LinesByCustomerIdOrderByBoughtDesc(0));
        calls.forEach(call -> await().until(() -> {
            lookups.clear();
            call.run();
            return lookups.get(0).route() == LookupRoute.HANDLERSOCKET;
        }));
        lookups.clear();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Override
    ApplicationContext context() {
        return context;
    }

    @Override
    void expect(LookupRoute route) {
        assertThat(lookups).isNotEmpty();
        Lookup last = lookups.get(lookups.size() - 1);
        assertThat(last.route()).as(last.toString()).isEqualTo(route);
    }

    /** Writes down what it hears. */
    @Configuration(proxyBeanMethods = false)
    static class Recorder {

        @Bean
        LookupListener lookupListener() {
            return lookups::add;
        }
    }
}
