// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A visitor writes, and the next page reads it back. */
@ExtendWith(Journeys.class)
class WritesIT {

    @Test
    void postsAndReadsItBackByItsKey(Visitor visitor) {
        String title = "Title " + UUID.randomUUID();
        visitor.play(42)
                .open("/")
                .type("#title", title)
                .type("#body", "Found a <b>shell</b>.")
                .click("form.stack button");

        visitor.see("h1", title).see(".text", "Found a <b>shell</b>.").see("#notice", "Posted");
        visitor.readUntilFast(visitor.path(), "#entry .chip");
        visitor.see("#entry .chip", "0 SQL commands");

        visitor.type("#body", "Show me!").click("form.stack button").see("#entry .letters", "Show me!");
        visitor.open("/").see("#mine", title);
    }

    @Test
    void aFormSentTwicePostsOnce(Visitor visitor, Stage stage) {
        String title = "Twice " + UUID.randomUUID();
        visitor.play(42).open("/").type("#title", title).type("#body", "Once is enough.");

        // Both requests are under way at once, as after an impatient second click.
        Object answers = visitor.asyncScript("""
                const done = arguments[arguments.length - 1], form = document.querySelector('form.stack');
                const send = () => fetch(form.action, {method: 'POST', body: new URLSearchParams(new FormData(form))});
                Promise.all([send(), send()]).then(all => done(all.map(each => each.url).join(' ')));
                """);
        visitor.click("form.stack button").see("h1", title);

        assertThat(answers.toString().split(" ", -1)).containsOnly("http://" + stage.host() + visitor.path());
        assertThat(stage.jdbc()
                        .sql("SELECT COUNT(*) FROM game.diary_entry WHERE title = :title")
                        .param("title", title)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void befriendsAPlayerOnce(Visitor visitor, Stage stage) {
        long stranger = stage.strangerOf(42);
        visitor.play(42).open("/player/" + stranger).click(".face button");

        visitor.see("#notice", "You are friends now").see(".face .badge", "Friend");
        visitor.open("/friends").see("#friends .people li:first-child", stage.name(stranger));
    }

    @Test
    void sendsAnItemAndIsToldOfALostRace(Visitor sender, Visitor other, Stage stage) {
        long player = stage.playerWithManyOfAnItem();
        sender.play(player).open("/inventory").type("input[name=recipient]", "7");
        other.play(player).open("/inventory").type("input[name=recipient]", "8");

        sender.click(".items button").see("#notice", "Sent to player 7");
        other.click(".items button").see("#notice.bad", "This stack has changed since you looked");
        other.type("input[name=recipient]", "8").click(".items button").see("#notice", "Sent to player 8");
    }

    @Test
    void joinsOneGuildAndNoSecond(Visitor visitor, Stage stage) {
        long player = stage.playerWithoutGuild();
        visitor.play(player).open("/guild").see("h1", "no guild").click("#ranking table a");

        visitor.click(".face button").see("#notice", "Welcome").see(".face .badge", "Your guild");
        String joined = visitor.path();
        visitor.open(joined.equals("/guild/1") ? "/guild/2" : "/guild/1").click(".face button");
        visitor.see("#notice.bad", "one guild at most");
        visitor.open("/guild").until("the own guild", "location.pathname === '" + joined + "'");
    }

    @Test
    void twoVisitorsAreTwoPlayersAndSeeEachOther(Visitor one, Visitor two, Stage stage) {
        long friend = stage.friendOf(42);
        one.play(42);
        two.play(friend).open("/");
        String title = "For you " + UUID.randomUUID();

        two.type("#title", title).type("#body", "Hello from the other side.").click("form.stack button");
        two.see("h1", title);

        one.open("/").see("#timeline", title).see(".who", "player 42");
        two.see(".who", "player " + friend);
    }

    @Test
    void keepsWhatWasTypedWhenNothingIsPosted(Visitor visitor) {
        visitor.play(42)
                .open("/")
                .type("#title", "   ")
                .type("#body", "Much text.")
                .click("form.stack button");

        visitor.see("#notice.bad", "Nothing was posted");
        assertThat(visitor.find("#body").getDomProperty("value")).isEqualTo("Much text.");
    }
}
