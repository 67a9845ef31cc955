// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
interface Customers extends JpaRepository<Customer, Long> {

    /** What a page shows. */
    record Badge(String email, int points) {}

    @FastLookup
    Optional<Badge> findBadgeByEmail(String email);

    @FastLookup
    Optional<Customer> findByEmail(String email);
}
