// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import org.springframework.http.HttpStatusCode;
import org.springframework.web.servlet.ModelAndView;

/** The page that says what is wrong, and what to do. */
final class Problem {

    private Problem() {}

    static ModelAndView view(HttpStatusCode status, String what, String why, Way way) {
        ModelAndView view = new ModelAndView("problem");
        view.setStatus(status);
        view.addObject("what", what);
        view.addObject("why", why);
        view.addObject("way", way);
        view.addObject("you", new You(null));
        return view;
    }
}
