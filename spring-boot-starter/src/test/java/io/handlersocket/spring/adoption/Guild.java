// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.NaturalId;

/** A good mapping with a natural id, and collections with and without an index. */
@Entity
@NamedQuery(name = "Guild.named", query = "select g from Guild g where g.tag = :tag")
@NamedQuery(name = "Guild.longest", query = "select g from Guild g where length(g.tag) > :length")
@NamedNativeQuery(name = "Guild.raw", query = "SELECT * FROM guild WHERE id = ?1", resultClass = Guild.class)
public class Guild {

    @Id
    private int id;

    @NaturalId
    private String tag = "";

    @OneToMany(mappedBy = "guild")
    private List<Gamer> gamers = new ArrayList<>();

    @OneToMany(mappedBy = "home")
    private List<Gamer> locals = new ArrayList<>();

    public int getId() {
        return id;
    }

    public String getTag() {
        return tag;
    }

    public List<Gamer> getGamers() {
        return gamers;
    }

    public List<Gamer> getLocals() {
        return locals;
    }
}
