// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Loads by id, by several ids, and by a secondary index. */
@FastLookup
public interface Items extends JpaRepository<Item, Integer> {

    @FastLookup
    List<Item> findBySlot(int slot);
}
