// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

/** What others see of a player. */
public record PlayerCard(long id, String name, int level) {}
