// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** An ordinary repository. The annotation makes findById, existsById and findAllById fast. */
@FastLookup
public interface PlayerRepository extends JpaRepository<Player, Long> {

    /** Reads one row of the unique index on the e-mail address, without an entity. */
    @FastLookup
    Optional<PlayerProfile> findByEmail(String email);
}
