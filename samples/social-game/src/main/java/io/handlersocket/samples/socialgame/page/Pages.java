// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What the controllers of forms share. */
@Component
class Pages {

    static final String NOTICE = "notice";

    private final SentForms forms;

    Pages(SentForms forms) {
        this.forms = forms;
    }

    /**
     * A sentence above the next page.
     *
     * @param kind {@code good} or {@code bad}
     */
    public record Notice(String kind, String text) {}

    /** Writes once, says so, and goes where the written thing is read. */
    String write(UUID form, RedirectAttributes next, String said, Supplier<String> write) {
        String shownAt = forms.once(form, write);
        next.addFlashAttribute(NOTICE, new Notice("good", said));
        return "redirect:" + shownAt;
    }

    /** Goes back with the reason why nothing was written. */
    static String refuse(RedirectAttributes next, String shownAt, String why) {
        next.addFlashAttribute(NOTICE, new Notice("bad", why));
        return "redirect:" + shownAt;
    }
}
