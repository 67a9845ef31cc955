// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import org.springframework.data.jpa.repository.JpaRepository;

/** Not annotated. */
public interface PlainPlayers extends JpaRepository<Player, Long> {}
