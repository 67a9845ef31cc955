// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A login: whoever has the token is the player. */
@Entity
@Table(name = "login_session")
public class LoginSession {

    /** Whose it is, and until when. */
    public record Login(long playerId, LocalDateTime expiresAt) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Column(nullable = false)
    private String token;

    @Column(nullable = false)
    private long playerId;

    @Column(nullable = false)
    private LocalDateTime expiresAt;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected LoginSession() {}
}
