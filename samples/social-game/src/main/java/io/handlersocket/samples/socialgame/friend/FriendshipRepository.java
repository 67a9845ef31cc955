// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import io.handlersocket.spring.FastLookup;
import java.time.LocalDateTime;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.JpaRepository;

/** Friendships by a composite key, and along the index {@code (player_id, since, friend_id)}. */
@FastLookup
public interface FriendshipRepository extends JpaRepository<Friendship, Friendship.Pair> {

    /** What the index itself holds. */
    record Link(long friendId, LocalDateTime since) {}

    @FastLookup
    Slice<Link> findByPlayerIdOrderBySinceDescFriendIdDesc(long playerId, Pageable page);
}
