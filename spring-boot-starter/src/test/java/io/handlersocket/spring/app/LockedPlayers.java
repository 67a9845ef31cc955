// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import io.handlersocket.spring.FastLookup;
import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Methods that mean something else than a plain load. */
@FastLookup
public interface LockedPlayers extends JpaRepository<Player, Long> {

    @Override
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Player> findById(Long id);

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    boolean existsById(Long id);
}
