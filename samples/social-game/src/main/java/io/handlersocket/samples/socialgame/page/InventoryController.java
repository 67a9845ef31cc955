// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.api.ConflictException;
import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.item.Inventories;
import io.handlersocket.samples.socialgame.item.Stack;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What you have, and a way to give some of it away. */
@Controller
@RequestMapping("/inventory")
class InventoryController {

    private static final String HERE = "/inventory";

    private final Inventories inventories;
    private final Pages pages;

    InventoryController(Inventories inventories, Pages pages) {
        this.inventories = inventories;
        this.pages = pages;
    }

    @GetMapping
    String inventory(@ModelAttribute(name = "you", binding = false) You you, Parts parts, Model model) {
        Part<List<Stack>> stacks = parts.read(
                "inventory",
                game -> game.inventories().of(you.id()).stream()
                        .filter(stack -> stack.amount() > 0)
                        .toList());
        model.addAttribute("stacks", stacks);
        return "inventory";
    }

    @PostMapping("/gifts")
    String send(
            @ModelAttribute(name = "you", binding = false) You you,
            @RequestParam UUID form,
            @RequestParam long stack,
            @RequestParam int version,
            @RequestParam long recipient,
            @RequestParam int amount,
            RedirectAttributes next) {
        if (amount < 1) {
            return Pages.refuse(next, HERE, "Send at least one.");
        }
        try {
            return pages.write(form, next, "Sent to player " + recipient + ".", () -> {
                inventories.send(you.id(), stack, version, recipient, amount);
                return HERE;
            });
        } catch (ConflictException | NotFoundException e) {
            return Pages.refuse(next, HERE, Objects.requireNonNull(e.getMessage()));
        } catch (ConcurrencyFailureException | DataIntegrityViolationException e) {
            return Pages.refuse(
                    next,
                    HERE,
                    "Another player moved items of this stack in the same moment. Nothing was sent; try again.");
        }
    }
}
