// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entries.Card;
import io.handlersocket.spring.diary.Entries.Rank;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;

/** Windows by the key of the last row. */
class ScrollIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static Diaries diaries;
    private static Entries entries;
    private static Entries plain;

    @BeforeAll
    static void start() {
        diaries = Diaries.start(server);
        entries = diaries.entries();
        plain = diaries.plain();
    }

    @AfterAll
    static void stop() {
        diaries.close();
    }

    @BeforeEach
    void forget() {
        diaries.lookups().clear();
    }

    @Test
    void scrollsByTheKeyOfTheLastRow() {
        List<Long> ofAuthor =
                diaries.jdbc().queryForList("SELECT id FROM entry WHERE author_id = 7 ORDER BY score, id", Long.class);
        List<Long> ofMood =
                diaries.jdbc().queryForList("SELECT id FROM entry WHERE mood = 'BAD' ORDER BY id", Long.class);

        assertThat(scrolled(position -> plain.findTop7RanksByAuthorIdOrderByScore(7, position), Rank::id))
                .isEqualTo(ofAuthor);
        await().untilAsserted(() -> {
            diaries.lookups().clear();
            assertThat(scrolled(position -> entries.findTop7RanksByAuthorIdOrderByScore(7, position), Rank::id))
                    .hasSize(120)
                    .isEqualTo(ofAuthor);
            assertThat(scrolled(position -> entries.findTop9CardsByMoodOrderById(Entry.Mood.BAD, position), Card::id))
                    .hasSize(100)
                    .isEqualTo(ofMood);
            assertThat(diaries.lookups())
                    .hasSizeGreaterThan(28)
                    .extracting(Lookup::route)
                    .containsOnly(HANDLERSOCKET);
        });
    }

    private static <T> List<Long> scrolled(Function<ScrollPosition, Window<T>> windows, Function<T, Long> id) {
        List<Long> ids = new ArrayList<>();
        Window<T> window = windows.apply(ScrollPosition.keyset());
        while (true) {
            window.forEach(row -> ids.add(id.apply(row)));
            if (!window.hasNext()) {
                return ids;
            }
            window = windows.apply(window.positionAt(window.size() - 1));
        }
    }
}
