// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.session;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Logins. */
@RestController
class SessionController {

    private final Sessions sessions;

    SessionController(Sessions sessions) {
        this.sessions = sessions;
    }

    @GetMapping("/api/sessions/{token}")
    LoginSession.Login login(@PathVariable @Size(max = 64) String token) {
        return sessions.login(token).orElseThrow(() -> new NotFoundException("login with", "this token"));
    }
}
