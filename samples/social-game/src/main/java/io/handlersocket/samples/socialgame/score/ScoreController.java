// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.score;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The leaderboard. */
@RestController
class ScoreController {

    private final Leaderboard leaderboard;

    ScoreController(Leaderboard leaderboard) {
        this.leaderboard = leaderboard;
    }

    @GetMapping("/api/seasons/{season}/leaderboard")
    List<Place> top(@PathVariable int season, @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return leaderboard.top(season, size);
    }
}
