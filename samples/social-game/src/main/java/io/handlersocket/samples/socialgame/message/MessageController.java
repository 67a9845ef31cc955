// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.message;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The inbox. */
@RestController
class MessageController {

    private final Messages messages;

    MessageController(Messages messages) {
        this.messages = messages;
    }

    @GetMapping("/api/players/{id}/inbox")
    Inbox inbox(@PathVariable long id) {
        return messages.inbox(id);
    }
}
