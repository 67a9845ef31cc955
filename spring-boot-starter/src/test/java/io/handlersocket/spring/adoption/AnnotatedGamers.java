// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.repository.Repository;

/** Methods whose annotations and arguments change what they read. */
public interface AnnotatedGamers extends Repository<Gamer, Long> {

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Gamer> findById(Long id);

    @EntityGraph(attributePaths = "guild")
    List<Gamer> findAllById(Iterable<Long> ids);

    @QueryHints(@QueryHint(name = "org.hibernate.cacheable", value = "true"))
    Optional<Gamer> findByEmail(String email);

    List<Gamer> findByGuildId(int guild, Sort sort);
}
