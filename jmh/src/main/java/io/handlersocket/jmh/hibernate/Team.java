// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/** A parent of 20 members. */
@Entity
@Table(name = "team")
public class Team {

    @Id
    @Column(name = "team_id")
    private int id;

    @OneToMany(mappedBy = "team")
    private List<Member> members = new ArrayList<>();

    public int getId() {
        return id;
    }

    public List<Member> getMembers() {
        return members;
    }
}
