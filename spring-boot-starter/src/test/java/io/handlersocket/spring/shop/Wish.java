// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/** A line of a wish list. */
@Entity
public class Wish {

    @Id
    private long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "wishlist_id")
    private @Nullable Wishlist wishlist;

    private @Nullable String title;

    protected Wish() {}

    public long getId() {
        return id;
    }

    public @Nullable Wishlist getWishlist() {
        return wishlist;
    }

    public @Nullable String getTitle() {
        return title;
    }
}
