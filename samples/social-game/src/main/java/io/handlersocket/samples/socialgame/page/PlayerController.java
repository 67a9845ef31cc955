// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.dashboard.Services;
import io.handlersocket.samples.socialgame.diary.DiaryPage;
import io.handlersocket.samples.socialgame.player.PlayerProfile;
import io.handlersocket.samples.socialgame.score.Leaderboard;
import io.handlersocket.samples.socialgame.score.Score;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** A player's profile and diary. */
@Controller("playerPages")
class PlayerController {

    private static final int ENTRIES = 5;

    /**
     * What the head of the page shows.
     *
     * @param points of this season
     * @param friend whether the visitor is a friend of the player
     */
    record Head(PlayerProfile profile, Optional<Integer> points, boolean friend) {}

    @GetMapping("/profile")
    String own(@ModelAttribute(name = "you", binding = false) You you) {
        return "redirect:/player/" + you.id();
    }

    @GetMapping("/player/{id}")
    String player(
            @PathVariable long id,
            @RequestParam(required = false) @Nullable String before,
            @ModelAttribute(name = "you", binding = false) You you,
            Parts parts,
            Model model) {
        Part<Head> head = parts.read("profile", game -> head(game, id, you));
        Part<DiaryPage> diary = parts.read("diary", game -> game.diaries().page(id, before, ENTRIES));
        model.addAttribute("id", id);
        model.addAttribute("own", you.isPlaying() && you.id() == id);
        model.addAttribute("head", head);
        model.addAttribute("diary", diary);
        model.addAttribute("before", before);
        return "player";
    }

    private static Head head(Services game, long id, You you) {
        // Under way while the profile is read.
        var score = game.leaderboard().score(id, Leaderboard.SEASON);
        PlayerProfile profile = game.players().profile(id);
        boolean friend = you.isPlaying() && you.id() != id && game.friends().areFriends(you.id(), id);
        return new Head(profile, Optional.ofNullable(score.join()).map(Score.Line::points), friend);
    }
}
