// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Who has what. Entities are Hibernate's, so the query is read over HandlerSocket inside a transaction too. */
@FastLookup
public interface InventoryRepository extends JpaRepository<InventoryItem, Long> {

    @FastLookup
    Optional<InventoryItem> findByPlayerIdAndItemId(long playerId, long itemId);
}
