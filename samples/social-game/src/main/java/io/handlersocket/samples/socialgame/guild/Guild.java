// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Players who play together. */
@Entity
@Table(name = "guild")
public class Guild {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name;
    private String motto;
    private LocalDateTime foundedAt;

    @OneToMany(mappedBy = "guild")
    @OrderBy("id")
    private List<GuildMember> members = new ArrayList<>();

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected Guild() {}

    public GuildView view() {
        return new GuildView(
                id == null ? 0 : id,
                name,
                motto,
                foundedAt,
                members.stream().map(GuildMember::view).toList());
    }
}
