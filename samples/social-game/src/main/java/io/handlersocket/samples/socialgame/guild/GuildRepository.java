// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** A guild, its members and their names in one query, which Hibernate reads over HandlerSocket. */
@FastLookup
public interface GuildRepository extends JpaRepository<Guild, Long> {

    @Query("select g from Guild g left join fetch g.members m left join fetch m.player where g.id = ?1 order by m.id")
    Optional<Guild> findWithMembers(long id);
}
