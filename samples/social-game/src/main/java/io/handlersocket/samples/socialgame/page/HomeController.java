// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.dashboard.Services;
import io.handlersocket.samples.socialgame.diary.Diaries;
import io.handlersocket.samples.socialgame.diary.DiaryLine;
import io.handlersocket.samples.socialgame.diary.FeedEntry;
import io.handlersocket.samples.socialgame.message.Inbox;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The first page: what friends wrote, what you wrote last, and your messages. */
@Controller
class HomeController {

    private static final int ENTRIES = 12;
    private static final int LETTERS = 5;

    private final Diaries diaries;
    private final Pages pages;

    HomeController(Diaries diaries, Pages pages) {
        this.diaries = diaries;
        this.pages = pages;
    }

    @GetMapping("/")
    String home(@ModelAttribute(name = "you", binding = false) You you, Parts parts, Model model) {
        if (!you.isPlaying()) {
            return "welcome";
        }
        Part<List<FeedEntry>> timeline =
                parts.read("timeline", game -> game.diaries().timeline(you.id(), ENTRIES));
        Part<List<DiaryLine>> mine = parts.read("mine", game -> game.diaries().latest(you.id()));
        Part<List<Inbox.Letter>> letters = parts.read("messages", game -> letters(game, you.id()));
        model.addAttribute("timeline", timeline);
        model.addAttribute("mine", mine);
        model.addAttribute("letters", letters);
        return "home";
    }

    private static List<Inbox.Letter> letters(Services game, long player) {
        List<Inbox.Letter> letters = game.messages().inbox(player).messages();
        return letters.subList(0, Math.min(LETTERS, letters.size()));
    }

    @PostMapping("/entries")
    String post(
            @ModelAttribute(name = "you", binding = false) You you,
            @RequestParam UUID form,
            @RequestParam String title,
            @RequestParam String body,
            RedirectAttributes next) {
        if (title.isBlank()
                || title.length() > Diaries.LONGEST_TITLE
                || body.isBlank()
                || body.length() > Diaries.LONGEST_BODY) {
            next.addFlashAttribute("draft", Map.of("title", title, "body", body));
            return Pages.refuse(
                    next,
                    "/",
                    "An entry needs a title of up to " + Diaries.LONGEST_TITLE + " characters and a text of up to "
                            + Diaries.LONGEST_BODY + ". Nothing was posted.");
        }
        return pages.write(form, next, "Posted. The entry below was read back by its key.", () -> {
            long id = diaries.post(you.id(), title.strip(), body.strip());
            return "/entry/" + id;
        });
    }
}
