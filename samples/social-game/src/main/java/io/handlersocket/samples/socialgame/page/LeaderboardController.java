// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.report.MonthlyReport;
import io.handlersocket.samples.socialgame.score.Leaderboard;
import io.handlersocket.samples.socialgame.score.Place;
import java.time.YearMonth;
import java.util.List;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The best players, the best guilds, and what was written in a month. */
@Controller("leaderboardPages")
@RequestMapping("/leaderboard")
class LeaderboardController {

    @GetMapping
    String leaderboard(Parts parts, Model model) {
        Part<List<Place>> places =
                parts.read("places", game -> game.leaderboard().top(Leaderboard.SEASON, 15));
        model.addAttribute("places", places);
        model.addAttribute("season", Leaderboard.SEASON);
        return "leaderboard";
    }

    /** Loaded after the page: it reads every entry of the month. */
    @GetMapping("/month")
    String month(@RequestParam @DateTimeFormat(pattern = "yyyy-MM") YearMonth month, Parts parts, Model model) {
        Part<MonthlyReport> report = parts.read("month", game -> game.reports().of(month));
        model.addAttribute("report", report);
        model.addAttribute("month", month);
        return "month";
    }
}
