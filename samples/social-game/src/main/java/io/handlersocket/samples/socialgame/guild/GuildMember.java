// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.samples.socialgame.player.Player;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A player's place in a guild. */
@Entity
@Table(name = "guild_member")
public class GuildMember {

    /** What a member may do. */
    public enum Role {
        LEADER,
        MEMBER
    }

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Guild guild;

    @ManyToOne(fetch = FetchType.LAZY)
    private Player player;

    @Enumerated(EnumType.STRING)
    private Role role;

    private LocalDateTime joinedAt;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected GuildMember() {}

    GuildMember(Guild guild, Player player, LocalDateTime joinedAt) {
        this.guild = guild;
        this.player = player;
        this.role = Role.MEMBER;
        this.joinedAt = joinedAt;
    }

    public Guild guild() {
        return guild;
    }

    GuildView.Member view() {
        return new GuildView.Member(player.card(), role, joinedAt);
    }
}
