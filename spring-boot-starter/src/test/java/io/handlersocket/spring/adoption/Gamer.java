// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/** A good mapping with lazy associations. */
@Entity
public class Gamer {

    @Id
    private long id;

    private String email = "";
    private String nick = "";
    private int score;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "guild_id")
    private @Nullable Guild guild;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "home_id")
    private @Nullable Guild home;

    public long getId() {
        return id;
    }

    public String getEmail() {
        return email;
    }

    public String getNick() {
        return nick;
    }

    public int getScore() {
        return score;
    }

    public @Nullable Guild getGuild() {
        return guild;
    }

    public @Nullable Guild getHome() {
        return home;
    }
}
