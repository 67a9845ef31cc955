// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Reads in other transactions than that of its caller. */
public interface Stocks extends Repository<Item, Long> {

    /** Takes part in the transaction. */
    @FastLookup
    Optional<Catalog.Stock> findStockById(long id);

    @FastLookup
    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    Optional<Catalog.Stock> findOutsideById(long id);

    @FastLookup
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    Optional<Catalog.Stock> findInNewById(long id);

    @FastLookup
    @Transactional(propagation = Propagation.REQUIRES_NEW, readOnly = true)
    Optional<Catalog.Stock> findInNewReadOnlyById(long id);

    @FastLookup
    @Transactional(readOnly = true)
    Optional<Catalog.Stock> findReadOnlyById(long id);

    @FastLookup
    @Transactional(propagation = Propagation.SUPPORTS, readOnly = true)
    Optional<Catalog.Stock> findSupportedById(long id);
}
