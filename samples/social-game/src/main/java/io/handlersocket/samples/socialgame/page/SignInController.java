// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.world.GameTime;
import io.handlersocket.samples.socialgame.world.World;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Chooses a player. Whoever has the cookie with the token is the player; a real game would ask for a password. */
@Controller
class SignInController {

    private static final Duration LASTS = Duration.ofDays(30);

    private final Players players;
    private final World world;
    private final JdbcClient jdbc;
    private final SecureRandom random = new SecureRandom();

    SignInController(Players players, World world, JdbcClient jdbc) {
        this.players = players;
        this.world = world;
        this.jdbc = jdbc;
    }

    /** @param player chosen at random if absent */
    @PostMapping("/sign-in")
    Object signIn(@RequestParam(required = false) @Nullable Long player, RedirectAttributes next) {
        if (world.percent() < 100) {
            // A session now would take the number of one that the world brings.
            return Pages.refuse(next, "/", "The world is being made. You can play when it is there.");
        }
        long id = player == null ? 1 + ThreadLocalRandom.current().nextLong(Math.max(1, world.players())) : player;
        try {
            players.require(id);
        } catch (NotFoundException e) {
            next.addFlashAttribute("asked", id);
            return Pages.refuse(
                    next, "/", "There is no player " + id + ". Choose a number from 1 to " + world.players() + '.');
        }
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        jdbc.sql("DELETE FROM login_session WHERE player_id = :player AND expires_at < UTC_TIMESTAMP()")
                .param("player", id)
                .update();
        jdbc.sql("INSERT INTO login_session (token, player_id, expires_at) VALUES (:token, :player, :expires)")
                .param("token", token)
                .param("player", id)
                .param("expires", GameTime.now().plus(LASTS))
                .update();
        return home(cookie(token, LASTS));
    }

    @PostMapping("/sign-out")
    ResponseEntity<Void> signOut(@CookieValue(name = You.COOKIE, defaultValue = "") String token) {
        jdbc.sql("DELETE FROM login_session WHERE token = :token")
                .param("token", token)
                .update();
        return home(cookie("", Duration.ZERO));
    }

    private static ResponseCookie cookie(String token, Duration lasts) {
        return ResponseCookie.from(You.COOKIE, token)
                .path("/")
                .maxAge(lasts)
                .httpOnly(true)
                .sameSite("Lax")
                .build();
    }

    private static ResponseEntity<Void> home(ResponseCookie cookie) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .header(HttpHeaders.LOCATION, "/")
                .header(HttpHeaders.SET_COOKIE, cookie.toString())
                .build();
    }
}
