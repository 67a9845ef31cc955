// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.guild.GuildPlace;
import io.handlersocket.samples.socialgame.guild.GuildView;
import io.handlersocket.samples.socialgame.guild.Guilds;
import io.handlersocket.samples.socialgame.score.Leaderboard;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Your guild, any guild, and all of them by rank. */
@Controller("guildPages")
class GuildController {

    private final Guilds guilds;
    private final Pages pages;

    GuildController(Guilds guilds, Pages pages) {
        this.guilds = guilds;
        this.pages = pages;
    }

    @GetMapping("/guild")
    String own(@ModelAttribute(name = "you", binding = false) You you, Parts parts, Model model) {
        Part<Optional<Long>> own = parts.read("guild", game -> game.guilds().guildOf(you.id()));
        if (own.value() != null && own.value().isPresent()) {
            return "redirect:/guild/" + own.value().get();
        }
        model.addAttribute("guild", own);
        return "guildless";
    }

    @GetMapping("/guild/{id}")
    String guild(
            @PathVariable long id, @ModelAttribute(name = "you", binding = false) You you, Parts parts, Model model) {
        Part<GuildView> guild = parts.read("guild", game -> game.guilds().guild(id));
        model.addAttribute("id", id);
        model.addAttribute("guild", guild);
        model.addAttribute(
                "member",
                you.isPlaying()
                        && guild.value() != null
                        && guild.value().members().stream()
                                .anyMatch(member -> member.player().id() == you.id()));
        return "guild";
    }

    /** Loaded after its page: it adds up the scores of all members. */
    @GetMapping("/guild/ranking")
    String ranking(Parts parts, Model model) {
        Part<List<GuildPlace>> ranking =
                parts.read("ranking", game -> game.guilds().ranking(Leaderboard.SEASON, 10));
        model.addAttribute("ranking", ranking);
        return "ranking";
    }

    @PostMapping("/guild/{id}/members")
    String join(
            @PathVariable long id,
            @ModelAttribute(name = "you", binding = false) You you,
            @RequestParam UUID form,
            RedirectAttributes next) {
        String there = "/guild/" + id;
        try {
            return pages.write(form, next, "Welcome to the guild.", () -> {
                guilds.join(id, you.id());
                return there;
            });
        } catch (ConflictException | DataIntegrityViolationException e) {
            return Pages.refuse(next, there, "You are in a guild already. A player is in one guild at most.");
        }
    }
}
