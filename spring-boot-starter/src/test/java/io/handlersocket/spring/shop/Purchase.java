// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** What somebody bought. */
@Entity
public class Purchase {

    @Id
    private long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "customer_id")
    private @Nullable Customer customer;

    private BigDecimal price = BigDecimal.ZERO;

    private @Nullable LocalDateTime bought;

    protected Purchase() {}

    public Purchase(long id, Customer customer, String price, LocalDateTime bought) {
        this.id = id;
        this.customer = customer;
        this.price = new BigDecimal(price);
        this.bought = bought;
    }

    public long getId() {
        return id;
    }

    public @Nullable Customer getCustomer() {
        return customer;
    }

    public @Nullable LocalDateTime getBought() {
        return bought;
    }

    public BigDecimal getPrice() {
        return price;
    }
}
