// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Players by key. */
@RestController
@RequestMapping("/api/players")
class PlayerController {

    private final Players players;

    PlayerController(Players players) {
        this.players = players;
    }

    @GetMapping("/{id}")
    PlayerProfile player(@PathVariable long id) {
        return players.profile(id);
    }

    @GetMapping
    List<PlayerCard> players(@RequestParam @NotEmpty @Size(max = 100) List<Long> ids) {
        return players.cards(ids);
    }

    @GetMapping("/by-email/{email}")
    PlayerProfile byEmail(@PathVariable @Size(max = 120) String email) {
        return players.byEmail(email).orElseThrow(() -> new NotFoundException("player with the address", email));
    }
}
