// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import io.handlersocket.spring.FastLookup;
import org.springframework.data.jpa.repository.JpaRepository;

/** As fresh as the property says. */
@FastLookup
public interface Items extends JpaRepository<Item, Long> {}
