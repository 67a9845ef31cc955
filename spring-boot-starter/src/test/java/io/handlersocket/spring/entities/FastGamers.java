// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.entities;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.adoption.Gamer;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Methods whose entities Hibernate reads, though the starter could not read their rows. */
@FastLookup
public interface FastGamers extends JpaRepository<Gamer, Long> {

    @FastLookup
    @Query("select g from Gamer g left join fetch g.guild where g.email = ?1")
    Optional<Gamer> withGuild(String email);

    @FastLookup
    Page<Gamer> findByGuildIdOrderByScore(int guild, Pageable page);
}
