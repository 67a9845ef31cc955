// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import io.handlersocket.replicas.spring.ReadFreshness;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/** Pages that may be a moment old. */
@FastLookup
@ReadFreshness("500ms")
public interface Catalog extends Repository<Item, Long> {

    Optional<Item> findById(Long id);

    List<Item> findAllById(Iterable<Long> ids);

    /** What a page shows. */
    record Stock(int amount) {}

    @FastLookup
    @ReadFreshness("any")
    Optional<Stock> findStockById(long id);

    @FastLookup
    @ReadFreshness("any")
    CompletableFuture<Stock> findLaterById(long id);

    @IndexLookup(index = "PRIMARY")
    @ReadFreshness("any")
    @Query("select i from Item i where i.id = ?1")
    Optional<Item> entity(long id);

    Item save(Item item);

    /** Its body writes without a transaction around it, so it must not read from a replica. */
    @IndexLookup(index = "PRIMARY")
    @ReadFreshness("any")
    default Optional<Item> raise(long id) {
        Optional<Item> item = findById(id);
        item.ifPresent(found -> {
            found.setAmount(found.getAmount() + 1);
            save(found);
        });
        return item;
    }
}
