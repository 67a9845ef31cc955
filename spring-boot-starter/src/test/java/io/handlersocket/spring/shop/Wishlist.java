// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.util.ArrayList;
import java.util.List;

/** What a customer would like to have, in the order that the database gives to words. */
@Entity
public class Wishlist {

    @Id
    private long id;

    private String name = "";

    @OneToMany(mappedBy = "wishlist", fetch = FetchType.EAGER)
    @OrderBy("title, id")
    private List<Wish> wishes = new ArrayList<>();

    protected Wishlist() {}

    public long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public List<Wish> getWishes() {
        return wishes;
    }
}
