// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Range;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.Ranged;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages through an index of which many entries are equal, and what a lookup without one of its parts would give. */
class RangesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final List<Integer> OF_PLAYER = IntStream.rangeClosed(1, Ranged.ROWS)
            .filter(id -> id % 3 == 1)
            .boxed()
            .toList();

    private static App app;

    @BeforeAll
    static void start() {
        SERVER.execute("drop table if exists s_ranged");
        app = App.fast(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Ranged.class);
        SERVER.execute(Ranged.rows().toArray(String[]::new));
        app.ready(Ranged.class);
    }

    @AfterAll
    static void stop() {
        app.close();
        SERVER.execute("drop table s_ranged");
    }

    private static List<Ranged> rows(App app, String jpql, int offset, int limit, Object... parameters) {
        return app.sessionFactory().fromSession(session -> {
            SelectionQuery<Ranged> query = session.createSelectionQuery("from Ranged r where " + jpql, Ranged.class)
                    .setFirstResult(offset)
                    .setMaxResults(limit);
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            return query.getResultList();
        });
    }

    private static List<Integer> ids(List<Ranged> rows) {
        return rows.stream().map(row -> row.id).toList();
    }

    /** The rows over HandlerSocket, whose index is opened when it is first asked for. */
    private static List<Ranged> fast(String jpql, int offset, int limit, Object... parameters) {
        warm(app, jpql, limit, parameters);
        return app.expect(HANDLERSOCKET, 1, () -> rows(app, jpql, offset, limit, parameters));
    }

    private static void warm(App app, String jpql, int limit, Object... parameters) {
        await().until(() -> {
            long before = app.loads().count(HANDLERSOCKET);
            rows(app, jpql, 0, limit, parameters);
            return app.loads().count(HANDLERSOCKET) > before;
        });
    }

    @Test
    void pagesByOffsetThroughEqualEntriesNeitherLoseNorRepeatARow() {
        for (String order : List.of("r.score", "r.score desc", "r.name", "r.name desc")) {
            List<Integer> seen = new ArrayList<>();
            for (int page = 0; page * 4 < OF_PLAYER.size(); page++) {
                seen.addAll(ids(fast("r.player = ?1 order by " + order, page * 4, 4, 1)));
            }
            assertThat(seen).as(order).containsExactlyInAnyOrderElementsOf(OF_PLAYER);
        }
    }

    @Test
    void pagesBehindTheLastRowNeitherLoseNorRepeatARowWhichMayEndWithinARunOfEqualEntries() {
        String behind = "r.player = ?1 and (r.score > ?2 or (r.score = ?2 and r.id > ?3)) order by r.score, r.id";
        List<Integer> seen = new ArrayList<>();
        List<Ranged> page = fast("r.player = ?1 and r.score >= ?2 order by r.score, r.id", 0, 4, 1, 0);
        while (!page.isEmpty()) {
            seen.addAll(ids(page));
            Ranged last = page.get(page.size() - 1);
            page = fast(behind, 0, 4, 1, last.score, last.id);
        }
        List<Integer> scored = OF_PLAYER.stream().filter(id -> id % 7 != 0).toList();
        assertThat(seen).containsExactlyInAnyOrderElementsOf(scored);
        assertThat(ids(app.expect(
                        JDBC, 1, () -> rows(app, "r.player = 1 and r.score >= 0 order by r.score, r.id", 0, 99))))
                .isEqualTo(seen);
    }

    @Test
    void aPageBehindTheLastRowIsOneRequest() {
        List<Integer> ranges = new ArrayList<>();
        DisturbedClient.Lookups counted = (target, method, args) -> {
            if (method.getName().equals("ranges")) {
                ranges.add(((List<?>) args[0]).size());
            }
            return DisturbedClient.call(target, method, args);
        };
        try (App other = App.over(SERVER, DisturbedClient.of(App.client(SERVER), counted), Map.of(), Ranged.class)) {
            String jpql = "r.player = ?1 and (r.score > ?2 or r.score = ?2 and r.id > ?3) order by r.score, r.id";
            warm(other, jpql, 5, 1, 2, 3);
            other.expect(HANDLERSOCKET, 1, () -> {
                ranges.clear(); // those of a load that is asked again do not count
                return rows(other, jpql, 0, 5, 1, 2, 3);
            });
            assertThat(ranges).containsExactly(2);
        }
    }

    /** The rows that a client gives whose ranges are changed on the way. */
    private static List<Integer> changed(UnaryOperator<Range> change, String jpql, Object... parameters) {
        DisturbedClient.Lookups changing = (target, method, args) -> {
            if (!method.getName().equals("ranges")) {
                return DisturbedClient.call(target, method, args);
            }
            List<Range> ranges = new ArrayList<>();
            ((List<?>) args[0]).forEach(range -> ranges.add(change.apply((Range) range)));
            return DisturbedClient.call(target, method, new Object[] {ranges});
        };
        HandlerSocketClient client = DisturbedClient.of(App.client(SERVER), changing);
        try (App other = App.over(SERVER, client, Map.of(), Ranged.class)) {
            warm(other, jpql, 9, parameters);
            return ids(other.expect(HANDLERSOCKET, 1, () -> rows(other, jpql, 0, 9, parameters)));
        }
    }

    @Test
    void withoutItsEndItsFilterOrItsDirectionARangeGivesOtherRows() {
        String between = "r.player = ?1 and r.score between ?2 and ?3 order by r.score desc, r.id desc";
        List<Integer> right = ids(fast(between, 0, 9, 1, 7, 8));
        assertThat(right).isNotEmpty();
        assertThat(changed(range -> range, between, 1, 7, 8)).isEqualTo(right);
        assertThat(changed(range -> again(range).where(range.filters()), between, 1, 5, 5))
                .isNotEqualTo(ids(fast(between, 0, 9, 1, 5, 5)));
        String behind = "r.player = ?1 and (r.score > ?2 or r.score = ?2 and r.id > ?3) order by r.score, r.id";
        assertThat(changed(
                        range -> range.until()
                                .map(end -> again(range).until(end.comparison(), end.value()))
                                .orElseGet(() -> again(range)),
                        behind,
                        1,
                        5,
                        60))
                .isNotEqualTo(ids(fast(behind, 0, 9, 1, 5, 60)));
        String order = "r.player = ?1 order by r.score desc, r.id desc";
        assertThat(changed(range -> Range.equal(range.equal().toArray()).limit(range.limit()), order, 1))
                .isNotEqualTo(ids(fast(order, 0, 9, 1)));
    }

    @Test
    void moreRowsThanOneAnswerMayHaveAreLeftToJdbc() {
        SERVER.execute(
                "insert into s_ranged (id, player, score, tiny) select seq, 99, seq % 3, 0 from seq_10001_to_14200");
        try {
            String jpql = "from Ranged r where r.player = ?1 and r.score >= ?2 order by r.score, r.id";
            warm(app, "r.player = ?1 and r.score >= ?2 order by r.score, r.id", 5, 99, 0);
            List<Ranged> all = app.settled(
                    JDBC,
                    1,
                    () -> app.expect(
                            JDBC,
                            1,
                            () -> app.sessionFactory()
                                    .fromSession(session -> session.createSelectionQuery(jpql, Ranged.class)
                                            .setParameter(1, 99)
                                            .setParameter(2, 0)
                                            .getResultList())));
            assertThat(all).hasSize(4200);
            assertThat(app.loads().counts()).extracting(LoadCount::reason).contains("4096 rows of one range, or more");
        } finally {
            SERVER.execute("delete from s_ranged where player = 99");
        }
    }

    /** The same range without its end and its filters. */
    private static Range again(Range range) {
        Range equal = Range.equal(range.equal().toArray()).limit(range.limit());
        return range.from()
                .map(bound -> equal.and(bound.comparison(), bound.value()))
                .orElseGet(() -> range.isDescending() ? equal.descending() : equal);
    }
}
