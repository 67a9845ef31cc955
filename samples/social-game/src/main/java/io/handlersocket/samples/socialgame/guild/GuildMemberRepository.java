// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Which guild a player is in. */
public interface GuildMemberRepository extends JpaRepository<GuildMember, Long> {

    @FastLookup
    boolean existsByPlayerId(long playerId);

    @Query("select m.guild.id from GuildMember m where m.player.id = ?1")
    Optional<Long> findGuildIdByPlayerId(long playerId);
}
