// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.HintedPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repository methods that ask for JDBC by Spring Data's annotations. */
class QueryHintIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static RecordedPlayers recorded;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        recorded = RecordedPlayers.start(server, "spring.datasource.connection-fetch=lazy");
    }

    @AfterAll
    static void stop() {
        recorded.close();
    }

    @BeforeEach
    void awaitFast() {
        recorded.awaitFast();
    }

    /** Returns the route of the method's only load. */
    private static Route route(Function<HintedPlayers, Optional<Player>> method) {
        HibernateLoads loads = recorded.bean(HibernateLoads.class);
        long fast = loads.count(Route.HANDLERSOCKET);
        long slow = loads.count(Route.JDBC);
        assertThat(method.apply(recorded.bean(HintedPlayers.class)).map(Player::getName))
                .contains("Zoë 42");
        fast = loads.count(Route.HANDLERSOCKET) - fast;
        assertThat(fast + loads.count(Route.JDBC) - slow).isEqualTo(1);
        return fast == 1 ? Route.HANDLERSOCKET : Route.JDBC;
    }

    @Test
    void theCommentLeavesAQueryToJdbc() {
        assertThat(route(players -> players.findPlainById(42))).isEqualTo(Route.HANDLERSOCKET);
        assertThat(route(players -> players.findHintedById(42))).isEqualTo(Route.JDBC);
        assertThat(route(players -> players.declared(42))).isEqualTo(Route.JDBC);
        assertThat(route(players -> players.findCommentedById(42))).isEqualTo(Route.JDBC);

        assertThat(recorded.bean(HibernateLoads.class).counts())
                .filteredOn(count -> count.kind() == Kind.OPTION)
                .extracting(LoadCount::reason)
                .containsOnly("the query's comment asks for JDBC (OverJdbc.COMMENT)");
    }

    /** Spring Data calls {@code find}, for which Hibernate ignores the comment. */
    @Test
    void aLoadByIdIsNotAQuery() {
        assertThat(route(players -> players.findById(42))).isEqualTo(Route.HANDLERSOCKET);
    }
}
