// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.transaction.annotation.Transactional;

/** Loads by id, and entities by a query. */
@FastLookup
public interface Accounts extends JpaRepository<Account, Long> {

    @FastLookup
    @Transactional(readOnly = true)
    Optional<Account> findAccountById(long id);
}
