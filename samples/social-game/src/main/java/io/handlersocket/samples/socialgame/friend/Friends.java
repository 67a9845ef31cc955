// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.friend.FriendshipRepository.Link;
import io.handlersocket.samples.socialgame.player.PlayerCard;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.world.GameTime;
import jakarta.persistence.EntityManager;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Who is friends with whom. */
@Service
public class Friends {

    private final FriendshipRepository friendships;
    private final FriendQueries queries;
    private final Players players;
    private final EntityManager entities;

    Friends(FriendshipRepository friendships, FriendQueries queries, Players players, EntityManager entities) {
        this.friendships = friendships;
        this.queries = queries;
        this.players = players;
        this.entities = entities;
    }

    /** Returns a page of friends, the latest first: one read along an index, one of many players by id. No SQL. */
    public Slice<Friend> of(long player, int page, int size) {
        players.require(player);
        Slice<Link> links = friendships.findByPlayerIdOrderBySinceDescFriendIdDesc(player, PageRequest.of(page, size));
        Map<Long, PlayerCard> cards =
                players.cardsById(links.map(Link::friendId).getContent());
        List<Friend> friends = links.stream()
                .map(link -> new Friend(Objects.requireNonNull(cards.get(link.friendId())), link.since()))
                .toList();
        return new SliceImpl<>(friends, links.getPageable(), links.hasNext());
    }

    public boolean areFriends(long player, long friend) {
        return friendships.findById(new Friendship.Pair(player, friend)).isPresent();
    }

    /** Returns players that friends know, those with the most friends in common first. SQL. */
    public List<Suggestion> suggestions(long player, int limit) {
        players.require(player);
        return queries.friendsOfFriends(player, limit);
    }

    /** Writes both sides of a friendship. Throws {@link ConflictException} if they are friends already. */
    @Transactional
    public void befriend(long player, long friend) {
        if (player == friend) {
            throw new ConflictException("You cannot befriend yourself.");
        }
        players.require(player);
        players.require(friend);
        if (areFriends(player, friend)) {
            throw new ConflictException("Players " + player + " and " + friend + " are friends already.");
        }
        LocalDateTime now = GameTime.now();
        // Not save(): with an assigned id that is a merge, which would update a friendship that was made meanwhile.
        // The lower id goes first, so that two requests at once wait for each other instead of ending in a deadlock.
        entities.persist(new Friendship(Math.min(player, friend), Math.max(player, friend), now));
        entities.persist(new Friendship(Math.max(player, friend), Math.min(player, friend), now));
    }
}
