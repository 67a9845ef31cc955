// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import io.handlersocket.hibernate.OverJdbc;
import jakarta.persistence.QueryHint;
import java.util.Optional;
import org.hibernate.jpa.HibernateHints;
import org.springframework.data.jpa.repository.Meta;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.repository.Repository;

/** Queries that ask for JDBC. */
public interface HintedPlayers extends Repository<Player, Long> {

    Optional<Player> findPlainById(long id);

    @QueryHints(@QueryHint(name = HibernateHints.HINT_COMMENT, value = OverJdbc.COMMENT))
    Optional<Player> findHintedById(long id);

    @QueryHints(@QueryHint(name = HibernateHints.HINT_COMMENT, value = OverJdbc.COMMENT + ", report"))
    @Query("select p from Player p where p.id = ?1")
    Optional<Player> declared(long id);

    @Meta(comment = OverJdbc.COMMENT)
    Optional<Player> findCommentedById(long id);

    @QueryHints(@QueryHint(name = HibernateHints.HINT_COMMENT, value = OverJdbc.COMMENT))
    Optional<Player> findById(long id);
}
