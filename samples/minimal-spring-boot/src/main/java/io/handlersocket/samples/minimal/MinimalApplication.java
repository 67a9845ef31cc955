// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import io.handlersocket.spring.FastLookup;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Stores players over JDBC and reads them by id over HandlerSocket. */
@SpringBootApplication
public class MinimalApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(MinimalApplication.class, arguments);
    }

    @Entity
    public static class Player {

        @Id
        public long id;

        public String name;

        public int level;
    }

    @FastLookup
    public interface Players extends JpaRepository<Player, Long> {}

    @RestController
    @RequestMapping("/players")
    static class PlayerController {

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
            Optional<Player> player = players.findById(id);
            return ResponseEntity.of(player);
        }
    }
}
