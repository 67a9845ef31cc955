// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A child that comes with its parent. */
@Entity
@Table(name = "member")
public class GuildMember {

    @Id
    @Column(name = "member_id")
    private int id;

    private @Nullable String nick;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "team_id")
    private @Nullable Guild guild;

    public int getId() {
        return id;
    }

    public @Nullable String getNick() {
        return nick;
    }

    public @Nullable Guild getGuild() {
        return guild;
    }
}
