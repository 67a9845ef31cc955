// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * A social game's players, friendships and diaries: players are read by id over HandlerSocket, everything else over SQL, on
 * the same tables.
 */
@NullMarked
package io.handlersocket.samples.socialgame;

import org.jspecify.annotations.NullMarked;
