// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.player.Player;
import io.handlersocket.samples.socialgame.player.Players;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What players have, and send to each other. */
@Service
public class Inventories {

    private final Players players;
    private final InventoryRepository inventory;
    private final ItemRepository items;

    Inventories(Players players, InventoryRepository inventory, ItemRepository items) {
        this.players = players;
        this.inventory = inventory;
        this.items = items;
    }

    /**
     * Returns a player's stacks: a lazy {@code @OneToMany}, then the items it refers to, fetched in a batch. No SQL.
     */
    @Transactional(readOnly = true)
    public List<Stack> of(long player) {
        return players.require(player).inventory().stream()
                .map(InventoryItem::stack)
                .toList();
    }

    /** Returns an item of the catalogue, straight from its row. */
    public Item.Card item(long id) {
        return items.findCardById(id).orElseThrow(() -> new NotFoundException("item", id));
    }

    /**
     * Moves some of a stack to another player.
     *
     * @param version of the stack as the sender saw it
     * @throws ConflictException if the stack is another by now, or too small. If two senders are at it in the same
     *     moment, Hibernate throws at commit: {@code OptimisticLockingFailureException}
     */
    @Transactional
    public void send(long player, long stack, int version, long recipient, int amount) {
        InventoryItem from = inventory
                .findById(stack)
                .filter(found -> found.player().id() == player)
                .orElseThrow(() -> new NotFoundException("stack", stack));
        if (player == recipient) {
            throw new ConflictException("The sender has it already.");
        }
        if (from.version() != version) {
            throw new ConflictException("This stack has changed since you looked. You now have " + from.amount() + " x "
                    + from.item().name() + ". Look again and repeat.");
        }
        if (from.amount() < amount) {
            throw new ConflictException(
                    "You have only " + from.amount() + " x " + from.item().name() + ".");
        }
        Player to = players.require(recipient);
        InventoryItem target = inventory
                .findByPlayerIdAndItemId(recipient, from.item().id())
                .orElseGet(() -> inventory.save(new InventoryItem(to, from.item())));
        from.add(-amount);
        target.add(amount);
    }
}
