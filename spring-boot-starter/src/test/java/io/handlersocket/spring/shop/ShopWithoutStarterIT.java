// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

class ShopWithoutStarterIT extends ShopSuite {

    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = ShopApplication.run(HandlerSocketMariaDB.shared(), false);
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
        // There is one way only.
    }
}
