// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.friend.Friend;
import io.handlersocket.samples.socialgame.friend.Friends;
import io.handlersocket.samples.socialgame.friend.Suggestion;
import java.util.List;
import java.util.UUID;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Slice;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Your friends, and who could become one. */
@Controller
@RequestMapping("/friends")
class FriendsController {

    private static final int FRIENDS = 12;

    private final Friends friends;
    private final Pages pages;

    FriendsController(Friends friends, Pages pages) {
        this.friends = friends;
        this.pages = pages;
    }

    @GetMapping
    String friends(
            @RequestParam(defaultValue = "0") int page,
            @ModelAttribute(name = "you", binding = false) You you,
            Parts parts,
            Model model) {
        int number = Math.max(0, Math.min(page, 1000));
        Part<Slice<Friend>> slice = parts.read("friends", game -> game.friends().of(you.id(), number, FRIENDS));
        model.addAttribute("friends", slice);
        model.addAttribute("page", number);
        return "friends";
    }

    /** Loaded after the page: friends of friends are many rows. */
    @GetMapping("/suggestions")
    String suggestions(@ModelAttribute(name = "you", binding = false) You you, Parts parts, Model model) {
        Part<List<Suggestion>> suggestions =
                parts.read("suggestions", game -> game.friends().suggestions(you.id(), 8));
        model.addAttribute("suggestions", suggestions);
        return "suggestions";
    }

    @PostMapping
    String befriend(
            @ModelAttribute(name = "you", binding = false) You you,
            @RequestParam UUID form,
            @RequestParam long player,
            RedirectAttributes next) {
        String there = "/player/" + player;
        try {
            return pages.write(form, next, "You are friends now.", () -> {
                friends.befriend(you.id(), player);
                return there;
            });
        } catch (ConflictException e) {
            return Pages.refuse(next, there, "Nothing has changed: you are friends already.");
        } catch (DataIntegrityViolationException e) {
            return Pages.refuse(next, there, "Another request was faster: you are friends already.");
        }
    }
}
