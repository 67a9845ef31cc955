// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.query.Param;

/** With queries that the entity declares. */
public interface Guilds extends CrudRepository<Guild, Integer> {

    Optional<Guild> named(@Param("tag") String tag);

    List<Guild> longest(@Param("length") int length);
}
