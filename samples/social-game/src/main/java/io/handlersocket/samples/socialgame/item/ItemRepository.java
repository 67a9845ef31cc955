// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import io.handlersocket.spring.FastReads;
import org.springframework.data.jpa.repository.JpaRepository;

/** The catalogue, with lookups that need no annotation and no method: {@code lookup(id, Item.Card.class)}. */
public interface ItemRepository extends JpaRepository<Item, Long>, FastReads<Item, Long> {}
