// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.app.Player;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
public interface PlayerRepository extends JpaRepository<Player, Long> {}
