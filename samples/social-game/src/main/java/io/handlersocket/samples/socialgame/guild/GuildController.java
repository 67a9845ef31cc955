// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import io.handlersocket.samples.socialgame.score.Leaderboard;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Guilds. */
@RestController
@RequestMapping("/api/guilds")
class GuildController {

    private final Guilds guilds;

    GuildController(Guilds guilds) {
        this.guilds = guilds;
    }

    record NewMember(@NotNull Long playerId) {}

    @GetMapping("/{id}")
    GuildView guild(@PathVariable long id) {
        return guilds.guild(id);
    }

    @GetMapping("/ranking")
    List<GuildPlace> ranking(
            @RequestParam(defaultValue = "" + Leaderboard.SEASON) int season,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return guilds.ranking(season, size);
    }

    /** Joins, then reads the guild with its new member. */
    @PostMapping("/{id}/members")
    @ResponseStatus(HttpStatus.CREATED)
    GuildView join(@PathVariable long id, @Valid @RequestBody NewMember member) {
        guilds.join(id, member.playerId());
        return guilds.guild(id);
    }
}
