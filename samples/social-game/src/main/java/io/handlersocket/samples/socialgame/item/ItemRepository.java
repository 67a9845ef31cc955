// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** The catalogue. */
public interface ItemRepository extends JpaRepository<Item, Long> {

    @FastLookup
    Optional<Item.Card> findCardById(long id);
}
