// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.player.Player;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.world.GameTime;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Guilds and who is in them. */
@Service
public class Guilds {

    private final GuildRepository guilds;
    private final GuildMemberRepository members;
    private final GuildQueries queries;
    private final Players players;

    Guilds(GuildRepository guilds, GuildMemberRepository members, GuildQueries queries, Players players) {
        this.guilds = guilds;
        this.members = members;
        this.queries = queries;
        this.players = players;
    }

    /** Returns the guild with its members: a join fetch of three tables, and still no SQL. */
    public GuildView guild(long id) {
        return guilds.findWithMembers(id).map(Guild::view).orElseThrow(() -> new NotFoundException("guild", id));
    }

    public Optional<Long> guildOf(long player) {
        return members.findGuildIdByPlayerId(player);
    }

    /** Returns the best guilds of a season. SQL. */
    public List<GuildPlace> ranking(int season, int limit) {
        return queries.ranking(season, limit);
    }

    /** Throws {@link ConflictException} if the player is in a guild already. */
    @Transactional
    public void join(long guildId, long playerId) {
        Guild guild = guilds.findById(guildId).orElseThrow(() -> new NotFoundException("guild", guildId));
        Player player = players.require(playerId);
        if (members.existsByPlayerId(playerId)) {
            throw new ConflictException("Player " + playerId + " is in a guild already.");
        }
        members.save(new GuildMember(guild, player, GameTime.now()));
    }
}
