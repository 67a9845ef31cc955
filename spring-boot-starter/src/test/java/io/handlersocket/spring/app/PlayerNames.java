// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.repository.Repository;

/** A query method that reads single columns. */
public interface PlayerNames extends Repository<Player, Long> {

    /** What it reads. */
    record Name(String name) {}

    @FastLookup
    Optional<Name> findNameById(long id);

    @FastLookup
    CompletableFuture<Name> findLaterById(long id);
}
