// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.ranking.RankingApplication;
import io.handlersocket.spring.ranking.Score;
import io.handlersocket.spring.ranking.Scores;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

/** Ranges, slices and windows of a repository that knows nothing of HandlerSocket. */
class RankingIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static ConfigurableApplicationContext context;
    private static ConfigurableApplicationContext plainContext;
    private static HandlerSocketLoads loads;

    @BeforeAll
    static void start() {
        RankingApplication.createTable(server);
        plainContext =
                RankingApplication.on(server, "handlersocket.enabled=false").run();
        context = RankingApplication.on(server).run();
        loads = HandlerSocketLoads.of(
                context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
    }

    @AfterAll
    static void stop() {
        context.close();
        plainContext.close();
    }

    private static String text(Score score) {
        return score.getId() + "|" + score.getPlayerId() + "|" + score.getScore();
    }

    /** What both applications give, one of them by so many queries over HandlerSocket and none over JDBC. */
    private static List<String> same(int queries, Function<Scores, List<Score>> read) {
        Scores scores = context.getBean(Scores.class);
        List<String> found = new ArrayList<>();
        await().untilAsserted(
                        () -> { // the index is opened when it is first asked for
                            long jdbc = loads.count(Route.JDBC);
                            long fast = loads.count(Route.HANDLERSOCKET);
                            found.clear();
                            read.apply(scores).forEach(score -> found.add(text(score)));
                            assertThat(loads.count(Route.JDBC))
                                    .as("%s", loads.counts())
                                    .isEqualTo(jdbc);
                            assertThat(loads.count(Route.HANDLERSOCKET) - fast).isEqualTo(queries);
                        });
        assertThat(found)
                .isEqualTo(read.apply(plainContext.getBean(Scores.class)).stream()
                        .map(RankingIT::text)
                        .toList());
        return found;
    }

    @Test
    void aPlainDerivedQueryOfTheFirstRowsOfARangeGoesOverHandlerSocket() {
        assertThat(same(1, scores -> scores.findTop10ByPlayerIdAndScoreGreaterThanEqualOrderByScore(1, 3)))
                .hasSize(10);
    }

    @Test
    void slicesGoOverHandlerSocket() {
        assertThat(same(6, scores -> {
                    List<Score> all = new ArrayList<>();
                    Pageable next = PageRequest.of(0, 7);
                    while (next.isPaged()) {
                        Slice<Score> slice = scores.findByPlayerIdOrderByScoreDescIdDesc(2, next);
                        all.addAll(slice.getContent());
                        next = slice.nextPageable();
                    }
                    return all;
                }))
                .hasSize(40);
    }

    @Test
    void windowsGoOverHandlerSocket() {
        assertThat(same(6, scores -> {
                    List<Score> all = new ArrayList<>();
                    Window<Score> window = scores.findFirst7ByPlayerIdOrderByScoreAscIdAsc(2, ScrollPosition.keyset());
                    all.addAll(window.getContent());
                    while (window.hasNext()) {
                        window = scores.findFirst7ByPlayerIdOrderByScoreAscIdAsc(
                                2, window.positionAt(window.size() - 1));
                        all.addAll(window.getContent());
                    }
                    return all;
                }))
                .hasSize(40)
                .doesNotHaveDuplicates();
    }
}
