// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import io.handlersocket.samples.socialgame.api.Page;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Friends of a player. */
@RestController
@RequestMapping("/api/players/{id}")
class FriendController {

    private final Friends friends;

    FriendController(Friends friends) {
        this.friends = friends;
    }

    record NewFriend(@NotNull Long friendId) {}

    @GetMapping("/friends")
    Page<Friend> friends(
            @PathVariable long id,
            @RequestParam(defaultValue = "0") @Min(0) @Max(100) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return Page.of(friends.of(id, page, size));
    }

    @GetMapping("/friends-of-friends")
    List<Suggestion> suggestions(@PathVariable long id, @RequestParam(defaultValue = "10") @Min(1) @Max(100) int size) {
        return friends.suggestions(id, size);
    }

    /** Befriends, then reads the latest friends, which are the new one and those before. */
    @PostMapping("/friends")
    @ResponseStatus(HttpStatus.CREATED)
    Page<Friend> befriend(@PathVariable long id, @Valid @RequestBody NewFriend friend) {
        friends.befriend(id, friend.friendId());
        return Page.of(friends.of(id, 0, 20));
    }
}
