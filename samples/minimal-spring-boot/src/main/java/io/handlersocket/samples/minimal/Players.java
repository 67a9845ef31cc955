// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import io.handlersocket.spring.FastLookup;
import org.springframework.data.jpa.repository.JpaRepository;

@FastLookup
public interface Players extends JpaRepository<Player, Long> {}
