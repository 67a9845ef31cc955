// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.FastLookup;
import org.springframework.data.jpa.repository.JpaRepository;

/** Loads by id. */
@FastLookup
public interface Drafts extends JpaRepository<Draft, Integer> {}
