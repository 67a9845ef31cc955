// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Players by key. No method opens a transaction: one lookup needs none. */
@Service
public class Players {

    private final PlayerRepository repository;

    Players(PlayerRepository repository) {
        this.repository = repository;
    }

    /**
     * Returns the profile of a player.
     *
     * @throws NotFoundException if the player does not exist
     */
    public PlayerProfile profile(long id) {
        return require(id).profile();
    }

    public Optional<PlayerProfile> byEmail(String email) {
        return repository.findByEmail(email);
    }

    /**
     * Returns a player.
     *
     * @throws NotFoundException if the player does not exist
     */
    public Player require(long id) {
        // Not existsById(), for those who need no more: inside a transaction that is a count, which SQL answers.
        return repository.findById(id).orElseThrow(() -> new NotFoundException("player", id));
    }

    /** Returns the cards of the players that exist, in the order of the ids, each once: many rows in one packet. */
    public List<PlayerCard> cards(Collection<Long> ids) {
        Map<Long, PlayerCard> cards = cardsById(ids);
        return ids.stream()
                .distinct()
                .filter(cards::containsKey)
                .map(cards::get)
                .toList();
    }

    /** Returns the same by id. */
    public Map<Long, PlayerCard> cardsById(Collection<Long> ids) {
        Map<Long, PlayerCard> cards = new LinkedHashMap<>();
        if (!ids.isEmpty()) {
            repository.findAllById(ids.stream().distinct().toList()).forEach(p -> cards.put(p.id(), p.card()));
        }
        return cards;
    }
}
