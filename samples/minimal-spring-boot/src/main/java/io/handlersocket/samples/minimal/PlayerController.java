// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/players")
class PlayerController {

    private final Players players;

    PlayerController(Players players) {
        this.players = players;
    }

    @PostMapping
    Player save(@RequestBody Player player) {
        return players.save(player);
    }

    @GetMapping("/{id}")
    ResponseEntity<Player> find(@PathVariable long id) {
        return ResponseEntity.of(players.findById(id));
    }
}
