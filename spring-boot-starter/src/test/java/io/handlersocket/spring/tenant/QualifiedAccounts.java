// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.transaction.annotation.Transactional;

/** Whose loads by id begin their transactions with another manager than the other methods. */
@FastLookup
public interface QualifiedAccounts extends JpaRepository<Account, Long> {

    /** What is read. */
    record Name(String name) {}

    @FastLookup
    Optional<Name> findNameById(long id);

    @Override
    @Transactional(transactionManager = "filtering", readOnly = true)
    Optional<Account> findById(Long id);
}
