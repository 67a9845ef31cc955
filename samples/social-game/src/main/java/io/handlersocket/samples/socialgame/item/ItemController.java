// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Items and inventories. */
@RestController
@RequestMapping("/api")
class ItemController {

    private final Inventories inventories;

    ItemController(Inventories inventories) {
        this.inventories = inventories;
    }

    /** Some of a stack for another player; the version is that of the stack as the sender saw it. */
    record Gift(
            @NotNull Long stackId,
            @NotNull Integer version,
            @NotNull Long recipientId,
            @NotNull @Min(1) @Max(1000) Integer amount) {}

    @GetMapping("/players/{id}/inventory")
    List<Stack> inventory(@PathVariable long id) {
        return inventories.of(id);
    }

    @GetMapping("/items/{id}")
    Item.Card item(@PathVariable long id) {
        return inventories.item(id);
    }

    /** Sends, then reads what the sender has left. */
    @PostMapping("/players/{id}/gifts")
    List<Stack> send(@PathVariable long id, @Valid @RequestBody Gift gift) {
        inventories.send(id, gift.stackId(), gift.version(), gift.recipientId(), gift.amount());
        return inventories.of(id);
    }
}
