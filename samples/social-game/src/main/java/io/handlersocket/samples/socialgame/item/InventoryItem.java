// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import io.handlersocket.samples.socialgame.player.Player;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** How many of an item a player has. The version tells a second sender that the stack has changed. */
@Entity
@Table(name = "inventory_item")
public class InventoryItem {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Player player;

    @ManyToOne(fetch = FetchType.LAZY)
    private Item item;

    private int amount;

    @Version
    private int version;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected InventoryItem() {}

    InventoryItem(Player player, Item item) {
        this.player = player;
        this.item = item;
    }

    public Player player() {
        return player;
    }

    public Item item() {
        return item;
    }

    public int amount() {
        return amount;
    }

    public int version() {
        return version;
    }

    void add(int more) {
        amount += more;
    }

    public Stack stack() {
        return new Stack(id == null ? 0 : id, item.card(), amount, version);
    }
}
