// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

/** A guild's place among all guilds. */
public record GuildPlace(long place, long id, String name, long members, long points, String bestPlayer) {}
