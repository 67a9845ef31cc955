// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.units;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.app.Player;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Of a database without HandlerSocket. */
public interface UnfitPlayers extends JpaRepository<Player, Long> {

    @FastLookup
    List<Player> findByLevel(int level);

    /** What is read. */
    record Name(String name) {}

    @FastLookup
    List<Name> findByLevelOrName(int level, String name);
}
