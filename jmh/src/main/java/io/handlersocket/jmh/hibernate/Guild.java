// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/** A team whose members come with it: its find is a join. */
@Entity
@Table(name = "team")
public class Guild {

    @Id
    @Column(name = "team_id")
    private int id;

    @OneToMany(mappedBy = "guild", fetch = FetchType.EAGER)
    private List<GuildMember> members = new ArrayList<>();

    public int getId() {
        return id;
    }

    public List<GuildMember> getMembers() {
        return members;
    }
}
