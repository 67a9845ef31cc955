// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.diary.Diaries;
import io.handlersocket.samples.socialgame.diary.EntryView;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** One diary entry with its comments. */
@Controller
@RequestMapping("/entry/{id}")
class EntryController {

    private final Diaries diaries;
    private final Pages pages;

    EntryController(Diaries diaries, Pages pages) {
        this.diaries = diaries;
        this.pages = pages;
    }

    @GetMapping
    String entry(@PathVariable long id, Parts parts, Model model) {
        Part<EntryView> entry = parts.read("entry", game -> game.diaries().entry(id));
        model.addAttribute("id", id);
        model.addAttribute("entry", entry);
        return "entry";
    }

    @PostMapping("/comments")
    String comment(
            @PathVariable long id,
            @ModelAttribute(name = "you", binding = false) You you,
            @RequestParam UUID form,
            @RequestParam String body,
            RedirectAttributes next) {
        String here = "/entry/" + id;
        if (body.isBlank() || body.length() > Diaries.LONGEST_COMMENT) {
            return Pages.refuse(
                    next, here, "A comment needs 1 to " + Diaries.LONGEST_COMMENT + " characters. Nothing was posted.");
        }
        return pages.write(form, next, "Your comment is posted.", () -> {
            diaries.comment(id, you.id(), body.strip());
            return here;
        });
    }
}
