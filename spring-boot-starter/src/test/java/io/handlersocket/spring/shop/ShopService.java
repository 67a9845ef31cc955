// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.shop.Customers.Badge;
import java.util.concurrent.CompletableFuture;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the shop does. */
@Service
public class ShopService {

    private final Customers customers;
    private final JdbcTemplate jdbc;

    ShopService(Customers customers, JdbcTemplate jdbc) {
        this.customers = customers;
        this.jdbc = jdbc;
    }

    @Cacheable("badges")
    public Badge badge(String email) {
        return customers.findBadgeByEmail(email).orElseThrow();
    }

    @Async
    public CompletableFuture<Badge> badgeLater(String email) {
        return CompletableFuture.completedFuture(
                customers.findBadgeByEmail(email).orElseThrow());
    }

    @Transactional(readOnly = true)
    public int purchases(long id) {
        return customers.findById(id).orElseThrow().getPurchases().size();
    }

    @Transactional
    public int reward(long id, int points) {
        Customer customer = customers.findById(id).orElseThrow();
        customer.setPoints(customer.getPoints() + points);
        return customers.findBadgeByEmail(customer.getEmail()).orElseThrow().points();
    }

    @Transactional
    public int rewardOverJdbc(long id, int points) {
        jdbc.update("UPDATE customer SET points = points + ? WHERE id = ?", points, id);
        return customers.findById(id).orElseThrow().getPoints();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public int pointsNow(long id) {
        return customers.findById(id).orElseThrow().getPoints();
    }
}
