// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.samples.socialgame.world.World;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * What the dashboard's script asks for: the stream of events and the buttons. It reads no table, so it works without a
 * database.
 */
@RestController
@RequestMapping("/dashboard")
class LiveController {

    /** Requests that change something need this header, which a form on another site cannot send. */
    private static final String OWN_SCRIPT = "X-Dashboard=1";

    private final Load load;
    private final Watch watch;
    private final Viewers viewers;
    private final Operations operations;
    private final World world;

    LiveController(Load load, Watch watch, Viewers viewers, Operations operations, World world) {
        this.load = load;
        this.watch = watch;
        this.viewers = viewers;
        this.operations = operations;
        this.world = world;
    }

    /** A sentence for the page. */
    record Answer(String text) {}

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<SseEmitter> events() {
        return viewers.open(watch.status())
                .map(ResponseEntity::ok)
                .orElseGet(() ->
                        ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build());
    }

    @PostMapping(path = "/load", headers = OWN_SCRIPT)
    ResponseEntity<Answer> start(@RequestParam int users) {
        if (users < 1 || users > Load.MOST_USERS) {
            return ResponseEntity.badRequest()
                    .body(new Answer("users: " + users + " (expected 1 to " + Load.MOST_USERS + ')'));
        }
        if (world.percent() < 100) {
            return ResponseEntity.status(HttpStatus.CONFLICT)
                    .body(new Answer(
                            "The world is being made: " + world.percent() + " %. Try again when it is there."));
        }
        boolean began = load.start(users);
        return ResponseEntity.accepted()
                .body(new Answer(began ? "The run begins." : "The run goes on with " + users + " users."));
    }

    @DeleteMapping(path = "/load", headers = OWN_SCRIPT)
    ResponseEntity<Answer> stop() {
        load.stop();
        return ResponseEntity.ok(new Answer("The run ends."));
    }

    @PostMapping(path = "/operations/{operation}", headers = OWN_SCRIPT)
    ResponseEntity<Answer> operate(@PathVariable String operation) {
        Optional<Operation> known = Operation.of(operation);
        if (known.isEmpty()) {
            return ResponseEntity.status(HttpStatus.NOT_FOUND).body(new Answer("There is no operation of this name."));
        }
        Operations.Outcome outcome = operations.perform(known.get());
        HttpStatus status = switch (outcome.kind()) {
            case DONE -> HttpStatus.OK;
            case OFF -> HttpStatus.FORBIDDEN;
            case BUSY -> HttpStatus.CONFLICT;
            case REFUSED -> HttpStatus.UNPROCESSABLE_CONTENT;
        };
        return ResponseEntity.status(status).body(new Answer(outcome.text()));
    }
}
