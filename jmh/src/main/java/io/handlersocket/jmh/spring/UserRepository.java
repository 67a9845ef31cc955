// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.User;
import io.handlersocket.spring.FastLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Annotated; without the starter's client the annotation has no effect. */
@FastLookup
public interface UserRepository extends JpaRepository<User, Integer> {

    @FastLookup
    Optional<UserView> findViewById(int id);
}
