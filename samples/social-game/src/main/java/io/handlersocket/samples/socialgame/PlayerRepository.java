// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.transaction.annotation.Transactional;

/** An ordinary repository; the annotation is all that makes its {@code findById} fast. */
@FastLookup
interface PlayerRepository extends JpaRepository<Player, Long> {

    /** What {@code findById} does without HandlerSocket: one SELECT in a read-only transaction. For the comparison. */
    @NativeQuery("SELECT * FROM player WHERE id = ?1")
    @Transactional(readOnly = true)
    Optional<Player> findByIdOverJdbc(long id);
}
