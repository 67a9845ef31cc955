// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.samples.socialgame.PlayerQueries.Diary;
import io.handlersocket.samples.socialgame.PlayerQueries.Friend;
import io.handlersocket.samples.socialgame.PlayerQueries.Place;
import io.handlersocket.spring.LookupListener.Lookup;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Players in JSON. */
@RestController
@RequestMapping("/players/{id}")
class PlayerController {

    /** Over which route the player came: HANDLERSOCKET, JDBC or MEMORY. */
    static final String ROUTE = "Lookup-Route";

    /** How long reading the player took, in microseconds. */
    static final String MICROS = "Lookup-Micros";

    private final PlayerRepository players;
    private final PlayerQueries queries;
    private final LastLookup lastLookup;

    PlayerController(PlayerRepository players, PlayerQueries queries, LastLookup lastLookup) {
        this.players = players;
        this.queries = queries;
        this.lastLookup = lastLookup;
    }

    @GetMapping
    ResponseEntity<Player> player(@PathVariable long id) {
        lastLookup.forget();
        ResponseEntity<Player> answer = ResponseEntity.of(players.findById(id));
        return lastLookup.get().map(lookup -> with(answer, lookup)).orElse(answer);
    }

    private static ResponseEntity<Player> with(ResponseEntity<Player> answer, Lookup lookup) {
        return ResponseEntity.status(answer.getStatusCode())
                .header(ROUTE, lookup.route().name())
                .header(MICROS, Long.toString(lookup.nanos() / 1000))
                .body(answer.getBody());
    }

    @GetMapping("/ranking")
    ResponseEntity<List<Place>> ranking(@PathVariable long id) {
        List<Place> ranking = queries.ranking(id);
        return ranking.isEmpty() ? ResponseEntity.notFound().build() : ResponseEntity.ok(ranking);
    }

    @GetMapping("/friends")
    List<Friend> friends(@PathVariable long id) {
        return queries.friends(id);
    }

    @GetMapping("/diaries")
    List<Diary> diaries(@PathVariable long id) {
        return queries.diaries(id);
    }
}
