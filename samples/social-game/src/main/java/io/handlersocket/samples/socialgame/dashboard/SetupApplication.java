// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.samples.socialgame.diary.Diaries;
import io.handlersocket.samples.socialgame.friend.Friends;
import io.handlersocket.samples.socialgame.guild.Guilds;
import io.handlersocket.samples.socialgame.item.Inventories;
import io.handlersocket.samples.socialgame.message.Messages;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.report.Reports;
import io.handlersocket.samples.socialgame.score.Leaderboard;
import io.handlersocket.samples.socialgame.session.Sessions;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application of the same entities and repositories, without pages. Deliberately no {@code @Configuration}: the
 * game's own component scan must not find it.
 */
@EnableAutoConfiguration
@AutoConfigurationPackage(
        basePackageClasses = {
            Players.class,
            Sessions.class,
            Diaries.class,
            Inventories.class,
            Guilds.class,
            Friends.class,
            Messages.class,
            Leaderboard.class,
            Reports.class,
        })
@ComponentScan(
        basePackageClasses = {
            Players.class,
            Sessions.class,
            Diaries.class,
            Inventories.class,
            Guilds.class,
            Friends.class,
            Messages.class,
            Leaderboard.class,
            Reports.class,
        },
        excludeFilters = @ComponentScan.Filter(RestController.class))
final class SetupApplication {}
