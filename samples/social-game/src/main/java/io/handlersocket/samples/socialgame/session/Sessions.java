// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.session;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Logins that are still good. */
@Service
public class Sessions {

    private final LoginSessionRepository repository;

    Sessions(LoginSessionRepository repository) {
        this.repository = repository;
    }

    /** Returns the login with this token, unless it has expired. */
    public Optional<LoginSession.Login> login(String token) {
        return repository.login(token).filter(login -> login.expiresAt().isAfter(LocalDateTime.now(ZoneOffset.UTC)));
    }
}
