// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shapes;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import io.handlersocket.spring.app.Player;
import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.transaction.annotation.Transactional;

/** One method for each shape that no index can ever answer. */
public interface ShapedPlayers extends JpaRepository<Player, Long> {

    /** What is read. */
    record Name(String name) {}

    @FastLookup
    List<Name> findOrByIdOrLevel(long id, int level);

    @FastLookup
    List<Name> findInByIdIn(Collection<Long> ids);

    @FastLookup
    Page<Name> findPageById(long id, Pageable page);

    @FastLookup
    List<Name> findIgnoringCaseByNameIgnoreCase(String name);

    @FastLookup
    List<Name> findContainingByNameContaining(String part);

    @FastLookup
    List<Name> findNotByIdNot(long id);

    @FastLookup
    List<Name> findDistinctById(long id);

    @FastLookup
    List<Name> findSortedById(long id, Sort sort);

    @FastLookup
    <T> List<T> findChosenById(long id, Class<T> type);

    @FastLookup
    long countById(long id);

    @FastLookup
    @Transactional
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Player> findLockedById(long id);

    @FastLookup
    @QueryHints(@QueryHint(name = "org.hibernate.readOnly", value = "true"))
    Optional<Player> findHintedById(long id);

    @FastLookup
    @Transactional
    @Modifying
    @Query("update Player p set p.level = ?2 where p.id = ?1")
    int level(long id, int level);

    @FastLookup
    @NativeQuery("SELECT * FROM player WHERE id = ?1")
    Optional<Player> natively(long id);

    @IndexLookup(index = "PRIMARY")
    @Query("select p from Player p where p.id = ?1 and p.level > 0")
    Optional<Name> more(long id);

    @FastLookup
    default Optional<Player> body(long id) {
        return findById(id);
    }
}
