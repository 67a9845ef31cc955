// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.altered;

import io.handlersocket.spring.FastLookup;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.repository.Repository;

/** Queries that show none of the columns they compare. */
public interface Tags extends Repository<Tag, Long> {

    /** What is read. */
    record Shown(long id) {}

    @FastLookup
    Optional<Shown> findShownByCode(String code);

    @FastLookup
    CompletableFuture<Shown> findLaterByCode(String code);

    @FastLookup
    boolean existsByCode(String code);

    @FastLookup
    List<Shown> findShownByLevelOrderById(int level);

    @FastLookup
    CompletableFuture<List<Shown>> findLaterByLevelOrderById(int level);

    @FastLookup
    List<Shown> findShownByAmount(BigDecimal amount);
}
