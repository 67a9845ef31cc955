// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

/** A player who is no friend yet, and how many friends both have in common. */
public record Suggestion(long id, String name, int level, long commonFriends) {}
