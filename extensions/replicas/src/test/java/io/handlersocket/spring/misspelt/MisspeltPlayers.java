// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.misspelt;

import io.handlersocket.replicas.spring.ReadFreshness;
import io.handlersocket.spring.app.Player;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** Its author meant 100ms. */
public interface MisspeltPlayers extends Repository<Player, Long> {

    @ReadFreshness("100 ms")
    Optional<Player> findById(Long id);
}
