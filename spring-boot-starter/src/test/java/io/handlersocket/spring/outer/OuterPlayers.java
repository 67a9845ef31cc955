// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.outer;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.app.Player;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.scheduling.annotation.Async;
import org.springframework.security.access.prepost.PreAuthorize;

@FastLookup
public interface OuterPlayers extends JpaRepository<Player, Long> {

    /** What is read. */
    record Name(String name) {}

    @Override
    @PreAuthorize("#p0 != 7")
    Optional<Player> findById(Long id);

    @FastLookup
    @Cacheable("names")
    Optional<Name> findNameById(long id);

    @FastLookup
    @Async
    CompletableFuture<Name> findLaterById(long id);
}
