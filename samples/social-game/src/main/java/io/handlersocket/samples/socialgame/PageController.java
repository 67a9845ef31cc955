// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The page. */
@Controller
class PageController {

    @GetMapping("/")
    String index(Model model) {
        model.addAttribute("players", GameWorld.PLAYERS);
        return "index";
    }
}
