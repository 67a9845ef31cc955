// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import java.time.LocalDateTime;
import java.util.List;

/** A guild with its members. */
public record GuildView(long id, String name, String motto, LocalDateTime foundedAt, List<Member> members) {

    /** One of them. */
    public record Member(PlayerCard player, GuildMember.Role role, LocalDateTime joinedAt) {}
}
