// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Friendships: a player's friends from an index, friends of friends by SQL. */
@NullMarked
package io.handlersocket.samples.socialgame.friend;

import org.jspecify.annotations.NullMarked;
