// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

import io.handlersocket.samples.socialgame.item.InventoryItem;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A player, with what only the owner sees. */
@Entity
@Table(name = "player")
public class Player {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name;
    private String email;
    private int level;
    private long coins;
    private @Nullable String bio;
    private LocalDateTime createdAt;

    @OneToMany(mappedBy = "player")
    @OrderBy("id")
    private List<InventoryItem> inventory = new ArrayList<>();

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected Player() {}

    public long id() {
        return id == null ? 0 : id;
    }

    public List<InventoryItem> inventory() {
        return inventory;
    }

    public PlayerProfile profile() {
        return new PlayerProfile(id(), name, email, level, coins, bio, createdAt);
    }

    public PlayerCard card() {
        return new PlayerCard(id(), name, level);
    }
}
