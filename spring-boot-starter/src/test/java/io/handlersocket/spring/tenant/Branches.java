// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Reads single columns of an entity that no filter concerns, in a persistence unit with filters. */
@FastLookup
public interface Branches extends JpaRepository<Branch, Long> {

    /** What is read. */
    record Code(long id, String code) {}

    @FastLookup
    Optional<Code> findCodeById(long id);

    @FastLookup
    boolean existsByCode(String code);

    /** By a reference to an entity that has filters. */
    @FastLookup
    List<Code> findByAccountId(long account);
}
