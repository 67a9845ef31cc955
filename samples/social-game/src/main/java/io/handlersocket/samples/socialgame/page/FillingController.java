// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The banner of a first start, which asks for itself once a second until the world is made. */
@Controller
class FillingController {

    @GetMapping("/filling")
    String filling(Model model) {
        model.addAttribute("filling", true);
        return "parts :: filling(way=${parts.way})";
    }
}
