// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.misspelt;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.app.Player;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** Its author meant 100ms. */
public interface MisspeltPlayers extends Repository<Player, Long> {

    @FastLookup(freshness = "100 ms")
    Optional<Player> findById(Long id);
}
