// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.session;

import io.handlersocket.spring.IndexLookup;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/** Each request of a game begins with this lookup. The index is named; the query says the same for JPA. */
public interface LoginSessionRepository extends Repository<LoginSession, Long> {

    @IndexLookup(index = "uk_login_session_token")
    @Query("select s.playerId as playerId, s.expiresAt as expiresAt from LoginSession s where s.token = ?1")
    Optional<LoginSession.Login> login(String token);
}
