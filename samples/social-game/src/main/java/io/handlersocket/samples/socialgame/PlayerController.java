// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.samples.socialgame.DiaryRepository.Entry;
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

    /** Over which route the answer came: HANDLERSOCKET, JDBC or MEMORY. */
    static final String ROUTE = "Lookup-Route";

    /** How long reading it took, in microseconds. */
    static final String MICROS = "Lookup-Micros";

    private final PlayerRepository players;
    private final DiaryRepository diaries;
    private final PlayerQueries queries;
    private final LastLookup lastLookup;

    PlayerController(PlayerRepository players, DiaryRepository diaries, PlayerQueries queries, LastLookup lastLookup) {
        this.players = players;
        this.diaries = diaries;
        this.queries = queries;
        this.lastLookup = lastLookup;
    }

    @GetMapping
    ResponseEntity<Player> player(@PathVariable long id) {
        lastLookup.forget();
        ResponseEntity<Player> answer = ResponseEntity.of(players.findById(id));
        return lastLookup.get().map(lookup -> with(answer, lookup)).orElse(answer);
    }

    private static <T> ResponseEntity<T> with(ResponseEntity<T> answer, Lookup lookup) {
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
    ResponseEntity<List<Entry>> diaries(@PathVariable long id) {
        lastLookup.forget();
        ResponseEntity<List<Entry>> answer = ResponseEntity.ok(diaries.findTop20ByPlayerIdOrderByCreatedDesc(id));
        return lastLookup.get().map(lookup -> with(answer, lookup)).orElse(answer);
    }
}
