// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.unfit;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.diary.Entry;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface UnfitEntries extends JpaRepository<Entry, Long> {

    @FastLookup
    List<Entry> findByPriceAndScoreGreaterThan(java.math.BigDecimal price, int score);

    @FastLookup
    List<Entry> findBySlugOrTitle(String slug, String title);
}
