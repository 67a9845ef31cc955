// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The dashboard's page; {@link LiveController} gives it what changes. */
@Controller
public class DashboardController {

    private final Operations operations;

    DashboardController(Operations operations) {
        this.operations = operations;
    }

    @GetMapping("/dashboard")
    String page(Model model) {
        model.addAttribute("setups", List.of(Setup.values()));
        model.addAttribute("operations", operations.offered());
        model.addAttribute("operationsEnabled", operations.areEnabled());
        model.addAttribute("mix", Reads.MIX);
        model.addAttribute("mostUsers", Load.MOST_USERS);
        model.addAttribute("seconds", Load.LASTS.toSeconds());
        return "dashboard";
    }
}
