// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import io.handlersocket.spring.FastLookup;
import java.math.BigDecimal;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
interface Purchases extends JpaRepository<Purchase, Long> {

    /** A line of a bill. */
    record Line(long id, BigDecimal price) {}

    Page<Purchase> findByCustomerId(long customer, Pageable page);

    @FastLookup
    Slice<Line> findLinesByCustomerIdOrderByBoughtDesc(long customer, Pageable page);

    @FastLookup
    List<Line> findTop2LinesByCustomerIdOrderByBoughtDesc(long customer);
}
