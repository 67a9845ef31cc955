// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What a shop sells. */
@Entity
public class Item {

    @Id
    private long id;

    private int amount;

    public long getId() {
        return id;
    }

    public int getAmount() {
        return amount;
    }

    public void setAmount(int amount) {
        this.amount = amount;
    }
}
