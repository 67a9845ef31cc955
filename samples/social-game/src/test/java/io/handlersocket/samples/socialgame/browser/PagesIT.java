// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** A visitor looks around. */
@ExtendWith(Journeys.class)
class PagesIT {

    private static final List<String> PAGES = List.of(
            "/",
            "/player/7",
            "/friends",
            "/friends/suggestions",
            "/inventory",
            "/guild",
            "/guild/1",
            "/guild/ranking",
            "/leaderboard",
            "/leaderboard/month?month=2026-01",
            "/search?q=melons",
            "/search?q=7",
            "/search?q=nobodywrotethis",
            "/entry/7",
            "/dashboard",
            "/player/99999999");

    @Test
    void aNewVisitorChoosesAPlayerAndSeesHowEachPartWasServed(Visitor visitor) {
        visitor.open("/friends").see("h1", "Melon Island").signIn(42);

        assertThat(visitor.title()).startsWith("Timeline");
        visitor.see("#timeline .chip", "JDBC");
        visitor.readUntilFast("/", "#mine .chip");
        visitor.see("#mine .chip", "0 SQL commands").see(".asked .chip", "HandlerSocket");
        visitor.click("#mine summary").see("#mine .details", "Reads over HandlerSocket");
    }

    @Test
    void showsTheSameOverJdbcBesideAnAnswer(Visitor visitor) {
        visitor.play(42);
        visitor.readUntilFast("/", "#mine .chip");

        visitor.click("#mine summary").see("#mine .beside", "Medians of nine reads", Duration.ofSeconds(60));

        assertThat(visitor.text("#mine .beside")).matches("(?s)The same over JDBC: [\\d.]+ ms; as here: [\\d.]+ ms.*");
        visitor.see("#mine .details", "Reads over HandlerSocket");
    }

    @Test
    void keepsTheTitleOfThePageWhenPartsAreLoaded(Visitor visitor) {
        visitor.play(42).open("/leaderboard").see("#ranking table", "members");
        assertThat(visitor.title()).startsWith("Leaderboard");

        visitor.open("/friends").until("suggestions", "!document.querySelector('[aria-busy]')");
        assertThat(visitor.title()).startsWith("Friends ·");
    }

    @Test
    void marksTheCurrentPageOnlyWhereItIs(Visitor visitor) {
        String current = "nav a[aria-current]";
        for (String page : new String[] {"/", "/player/7", "/entry/7", "/guild/2"}) {
            visitor.open(page);
            assertThat(visitor.count(current)).as(page).isZero();
        }
        visitor.play(42).open("/");
        assertThat(visitor.text(current)).isEqualTo("Timeline");
        visitor.open("/profile");
        assertThat(visitor.text(current)).isEqualTo("Profile");
        visitor.open("/player/7");
        assertThat(visitor.count(current)).isZero();
    }

    @Test
    void showsTenOfALongListAndTheOthersOnDemand(Visitor visitor) {
        visitor.open("/guild/1");
        int members = visitor.count(".person");
        assertThat(members).isGreaterThan(20);
        String shown = "[...document.querySelectorAll('.person')].filter(each => each.checkVisibility()).length === ";
        visitor.until("ten are shown", shown + 10);

        visitor.see(".more summary", (members - 10) + " more").click(".more summary");

        visitor.until("all are shown", shown + members);
    }

    @Test
    void keepsTheFormWhenThePlayerIsUnknown(Visitor visitor) {
        visitor.open("/").type("#player", "99999999").click("form[action='/sign-in'] button");

        visitor.see("#notice.bad", "There is no player 99999999. Choose a number from 1 to " + Stage.PLAYERS);
        assertThat(visitor.find("#player").getDomProperty("value")).isEqualTo("99999999");
        visitor.open("/player/99999999").type("#q", "42").press(Keys.ENTER).see("#players", "level");
    }

    @Test
    void showsThePartsOfAPageOnTheFirstScreenOfAPhone(Visitor visitor) {
        visitor.resize(390, 844).play(42).open("/");
        visitor.until("the timeline", "document.querySelector('#timeline .entry').getBoundingClientRect().top < 600");

        visitor.click(".write summary").type("#title", "From a phone");
    }

    @Test
    void readsOnePartAgainWithoutThePage(Visitor visitor) {
        visitor.play(42).open("/");
        visitor.script("window.before = document.querySelector('#mine .how'); window.stays = true");

        visitor.click("#mine .again");

        visitor.until("the part is another", "document.querySelector('#mine .how') !== window.before");
        visitor.until("the focus is on the new button", "document.activeElement?.closest('#mine') !== null");
        assertThat(visitor.script("return window.stays")).isEqualTo(true);
    }

    @Test
    void goesThroughADiaryByKeyset(Visitor visitor) {
        visitor.play(42).open("/player/1");
        String first = visitor.text("#diary .entry h3");

        visitor.click("#diary a.button");

        visitor.until("older entries", "location.search.startsWith('?before=')");
        visitor.until("other entries", "document.querySelector('#diary .entry a').href !== '" + first + "'");
        visitor.readUntilFast(visitor.path(), "#diary .chip");
    }

    @Test
    void findsPlayersByKeyAndEntriesByWords(Visitor visitor) {
        visitor.open("/search").type("#q", "player42@example.com").press(Keys.ENTER);
        visitor.see("#players", "level");
        visitor.readUntilFast("/search?q=3+1+4", "#players .chip");
        assertThat(visitor.count("#players .person")).isEqualTo(3);

        visitor.type("#q", "melons").press(Keys.ENTER).see("#entries", "melons").see("#entries .chip", "JDBC");
    }

    @Test
    void saysKindlyWhatIsNotThere(Visitor visitor) {
        visitor.open("/player/99999999").see("h1", "There is no player 99999999");
        visitor.open("/player/abc").see("h1", "not understood");
        visitor.open("/no-such-page").see("h1", "no such page").see("a.button", "Home");
        visitor.open("/search?q=nobodywrotethis").see("#entries .empty", "No entry has the words");
        visitor.open("/search?q=99999999").see("#players .empty", "No player is found");
        visitor.open("/leaderboard/month?month=1999-01").see("#month", "Nothing was written");
        visitor.play(42).open("/friends?page=900").see("#friends .empty", "No friends here");
    }

    @Test
    void drawsTheDaysOfAMonth(Visitor visitor) {
        visitor.open("/leaderboard/month?month=2026-01").find("#month .bars i");

        assertThat(visitor.script("return Math.max(...[...document.querySelectorAll('#month .bars i')]"
                        + ".map(day => day.clientHeight))"))
                .as("height of the busiest day, in pixels")
                .satisfies(height -> assertThat(((Number) height).doubleValue()).isGreaterThan(20));
    }

    @Test
    void loadsWhatSqlAddsUpAfterThePage(Visitor visitor) {
        visitor.play(42).open("/leaderboard").see("#places .podium", "level");

        visitor.see("#ranking table", "members, best:").see("#ranking .chip", "JDBC");
    }

    @Test
    void isUsedByTheKeyboardAlone(Visitor visitor) {
        visitor.open("/");
        visitor.press(Keys.TAB);
        assertThat(visitor.focused().getText()).isEqualTo("Skip to content");
        visitor.press(Keys.ENTER);
        visitor.press(Keys.TAB);
        assertThat(visitor.focused().getDomAttribute("name")).isEqualTo("player");

        visitor.press(Keys.chord(Keys.CONTROL, "a"), "7", Keys.ENTER);
        visitor.see(".who", "player 7");

        visitor.tabTo("input[name=title]").press("By keyboard", Keys.TAB);
        visitor.press("Not a mouse in sight.", Keys.TAB, Keys.ENTER);
        visitor.see("h1", "By keyboard").see("#notice", "Posted");
        visitor.tabTo("summary").press(Keys.ENTER).see("#entry .details", "SQL round trips");
    }

    /** Each page is opened once: small, then on a desktop in the light and in the dark. */
    @Test
    void eachPageFitsAPhoneHasItsBadgesAndNoSeriousBarrier(Visitor visitor) {
        visitor.open("/");
        assertNoBarrier("welcome", visitor);
        visitor.play(42);
        for (String page : PAGES) {
            visitor.resize(360, 740).open(page).find("h1, h2, .part");
            visitor.until("everything is loaded", "!document.querySelector('[aria-busy]')");
            assertThat(visitor.script("return document.documentElement.scrollWidth"))
                    .as("width of " + page)
                    .isEqualTo(360L);
            assertThat(visitor.count(".part .how")).as(page).isEqualTo(visitor.count(".part > .head .how"));
            visitor.resize(1280, 900);
            assertNoBarrier(page, visitor);
        }
    }

    private static void assertNoBarrier(String page, Visitor visitor) {
        assertThat(Axe.serious(visitor.scheme("light"))).as(page + " in light").isEmpty();
        assertThat(ground(visitor)).isEqualTo("rgb(244, 246, 243)");
        assertThat(Axe.seriousOfColors(visitor.scheme("dark")))
                .as(page + " in dark")
                .isEmpty();
        assertThat(ground(visitor)).isEqualTo("rgb(13, 20, 19)");
    }

    private static Object ground(Visitor visitor) {
        return visitor.script("return getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void theBarrierSearchFindsABarrier(Visitor visitor) {
        visitor.open("/");
        visitor.script("document.querySelector('label').remove();"
                + " document.querySelector('h1').style.color = getComputedStyle(document.body).backgroundColor");

        assertThat(Axe.serious(visitor)).anyMatch(finding -> finding.startsWith("label:"));
        assertThat(Axe.seriousOfColors(visitor))
                .isNotEmpty()
                .allMatch(finding -> finding.startsWith("color-contrast:"));
    }
}
