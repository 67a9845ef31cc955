// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.BatchSize;
import org.jspecify.annotations.Nullable;

/** A thing of the catalogue. */
@Entity
@Table(name = "item")
@BatchSize(size = 50)
public class Item {

    /** What a list shows. */
    public record Card(long id, String name, Rarity rarity, int price) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name;

    @Enumerated(EnumType.STRING)
    private Rarity rarity;

    private int price;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected Item() {}

    public Card card() {
        return new Card(id(), name, rarity, price);
    }

    public long id() {
        return id == null ? 0 : id;
    }

    public String name() {
        return name;
    }
}
