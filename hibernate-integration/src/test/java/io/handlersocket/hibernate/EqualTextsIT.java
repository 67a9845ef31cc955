// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.SQLRestriction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Texts that SQL holds equal although their column tells them apart, or although they are different values of it. */
class EqualTextsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** The collation of the connections. */
    private static final String GENERAL = "utf8mb4_general_ci";

    private static final String SET_GENERAL = "set collation_connection = " + GENERAL;

    /** A word in a column of the connections' collation, and in one that tells more words apart. */
    @Entity(name = "Word")
    @Table(name = "word")
    static class Word {
        @Id
        Integer id;

        String loose;
        String strict;
    }

    /** A row whose label is empty, or whose value has no label. */
    @Entity(name = "Unlabelled")
    @Table(name = "labelled")
    @SQLRestriction("label = ''")
    static class Unlabelled {
        @Id
        Integer id;
    }

    @Entity(name = "Labelled")
    @Table(name = "labelled")
    @SQLRestriction("label = 'a'")
    static class Labelled {
        @Id
        Integer id;
    }

    @BeforeAll
    static void create() {
        SERVER.execute(
                "create or replace table word (id int primary key, loose varchar(9) collate " + GENERAL
                        + ", strict varchar(9) collate utf8mb4_bin, key (loose), key (strict))",
                "insert into word values (1, 'A', 'A'), (2, 'B', 'B'), (3, 'a', 'a'), (4, 'b', 'b')",
                "create or replace table labelled (id int primary key, label enum('a', '', 'b'))",
                "set statement sql_mode = '' for insert into labelled values (1, 'a'), (2, ''), (3, 'none'), (4, 0)");
    }

    private static App app(boolean plain, Class<?>... entities) {
        Map<String, Object> settings = Map.of(App.INIT_SQL, SET_GENERAL);
        return plain
                ? App.plain(SERVER, settings, entities)
                : App.fast(SERVER, settings, entities).ready(entities);
    }

    private static List<Integer> between(App app, String attribute) {
        return app.sessionFactory()
                .fromSession(session -> session.createSelectionQuery(
                                "select w.id from Word w where w." + attribute + " between ?1 and ?2", Integer.class)
                        .setParameter(1, "A")
                        .setParameter(2, "a")
                        .getResultList());
    }

    @Test
    void betweenTextsThatOnlyTheConnectionHoldsEqual() {
        try (App plain = app(true, Word.class);
                App app = app(false, Word.class)) {
            await().untilAsserted(() -> {
                between(app, "strict"); // before, its index is not open
                between(app, "loose");
                assertThat(app.loads().count(HANDLERSOCKET)).isPositive();
                assertThat(app.loads().counts())
                        .extracting(LoadCount::reason)
                        .anyMatch(reason -> reason.contains("collation_connection"));
            });
            assertThat(app.<List<Integer>>routed(JDBC, 1, () -> between(app, "strict")))
                    .isEqualTo(between(plain, "strict"))
                    .containsExactly(1);
            assertThat(app.<List<Integer>>routed(HANDLERSOCKET, 1, () -> between(app, "loose")))
                    .isEqualTo(between(plain, "loose"))
                    .containsExactlyInAnyOrder(1, 3);
        }
    }

    @Test
    void emptyLabels() {
        try (App plain = app(true, Unlabelled.class);
                App app = app(false, Unlabelled.class)) {
            for (int id = 1; id <= 4; id++) {
                int key = id;
                assertThat(app.<Boolean>routed(JDBC, 1, () -> exists(app, Unlabelled.class, key)))
                        .isEqualTo(exists(plain, Unlabelled.class, key))
                        .isEqualTo(id > 1);
            }
        }
        try (App app = app(false, Labelled.class)) {
            assertThat(app.<Boolean>expect(HANDLERSOCKET, 1, () -> exists(app, Labelled.class, 1)))
                    .isTrue();
            assertThat(app.<Boolean>expect(HANDLERSOCKET, 1, () -> exists(app, Labelled.class, 2)))
                    .isFalse();
        }
    }

    private static boolean exists(App app, Class<?> entity, int id) {
        return app.sessionFactory().fromSession(session -> session.find(entity, id) != null);
    }
}
