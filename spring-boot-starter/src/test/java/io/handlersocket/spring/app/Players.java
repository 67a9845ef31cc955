// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.NativeQuery;

/** The ordinary case. */
@FastLookup
public interface Players extends JpaRepository<Player, Long> {

    @NativeQuery("SELECT * FROM player WHERE id = ?1")
    Optional<Player> overJdbc(long id);
}
