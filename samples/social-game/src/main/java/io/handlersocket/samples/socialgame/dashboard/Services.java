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
import org.springframework.beans.factory.BeanFactory;
import org.springframework.stereotype.Component;

/** The game's services as one setup has them, with its own repositories; the bean has this application's. */
@Component
public record Services(
        Players players,
        Sessions sessions,
        Diaries diaries,
        Friends friends,
        Guilds guilds,
        Inventories inventories,
        Leaderboard leaderboard,
        Messages messages,
        Reports reports) {

    static Services of(BeanFactory application) {
        return new Services(
                application.getBean(Players.class),
                application.getBean(Sessions.class),
                application.getBean(Diaries.class),
                application.getBean(Friends.class),
                application.getBean(Guilds.class),
                application.getBean(Inventories.class),
                application.getBean(Leaderboard.class),
                application.getBean(Messages.class),
                application.getBean(Reports.class));
    }
}
