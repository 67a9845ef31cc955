// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Reads by id, by several ids and along the index of a foreign key. */
@FastLookup
public interface Items extends JpaRepository<Item, Long> {

    String TABLE = "history_item";
    String TEAM_INDEX = "team";

    @FastLookup
    List<Item> findByTeamId(long teamId);

    @FastLookup
    List<Seen> findSeenByTeamId(long teamId);
}
