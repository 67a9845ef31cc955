// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.diary.FeedEntry;
import io.handlersocket.samples.socialgame.player.PlayerCard;
import io.handlersocket.samples.socialgame.player.PlayerProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Finds players by number or e-mail address, and diary entries by words. */
@Controller
class SearchController {

    private static final int MOST = 20;
    private static final int LONGEST = 200;

    @GetMapping("/search")
    String search(@RequestParam(defaultValue = "") String q, Parts parts, Model model) {
        String asked = q.strip();
        asked = asked.substring(0, Math.min(LONGEST, asked.length()));
        model.addAttribute("q", asked);
        Part<List<PlayerCard>> found = found(asked, parts);
        if (found != null) {
            model.addAttribute("players", found);
        } else if (!asked.isEmpty()) {
            String words = asked;
            Part<List<FeedEntry>> entries =
                    parts.read("entries", game -> game.diaries().search(words, MOST));
            model.addAttribute("entries", entries);
        }
        return "search";
    }

    /** What was asked for is players if it is numbers or an address. */
    private static @Nullable Part<List<PlayerCard>> found(String asked, Parts parts) {
        if (asked.matches("[^\\s@]+@[^\\s@]+")) {
            return parts.read(
                    "players",
                    game -> game.players().byEmail(asked).map(PlayerProfile::card).stream()
                            .toList());
        }
        if (asked.matches("\\d{1,18}([\\s,]+\\d{1,18})*")) {
            List<Long> ids = new ArrayList<>();
            for (String number : asked.split("[\\s,]+", MOST + 1)) {
                if (ids.size() < MOST) {
                    ids.add(Long.valueOf(number));
                }
            }
            return parts.read("players", game -> game.players().cards(ids));
        }
        return null;
    }
}
