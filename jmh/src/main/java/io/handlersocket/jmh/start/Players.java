// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.start;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Has an annotated query method, so that the starter checks its index at startup. */
@FastLookup
interface Players extends JpaRepository<Player, Integer> {

    @FastLookup
    List<Player> findByName(String name);
}
