// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The page of one customer: each request that writes answers with what it reads back. */
@RestController
@RequestMapping("/customers/{id}")
class ShopPage {

    private final Customers customers;
    private final ShopService service;

    ShopPage(Customers customers, ShopService service) {
        this.customers = customers;
        this.service = service;
    }

    @GetMapping
    String show(@PathVariable long id) {
        return customers.existsById(id) + " "
                + customers
                        .findById(id)
                        .map(customer -> customer.getEmail() + " " + customer.getPoints() + " "
                                + customers.findBadgeByEmail(customer.getEmail()) + " "
                                + customer.getPurchases().size())
                        .orElse("no such customer");
    }

    @PostMapping
    String create(@PathVariable long id, @RequestParam String email) {
        customers.save(new Customer(id, email));
        return show(id);
    }

    @PutMapping("/points")
    String reward(@PathVariable long id, @RequestParam int points) {
        String before = show(id);
        return before + " -> " + service.reward(id, points) + " -> " + show(id);
    }

    /** The points are written past Hibernate, which does not see them in this request. */
    @PutMapping("/points-over-jdbc")
    String rewardOverJdbc(@PathVariable long id, @RequestParam int points) {
        return service.rewardOverJdbc(id, points) + " -> " + show(id);
    }

    @DeleteMapping
    String delete(@PathVariable long id) {
        customers.deleteById(id);
        return show(id);
    }
}
