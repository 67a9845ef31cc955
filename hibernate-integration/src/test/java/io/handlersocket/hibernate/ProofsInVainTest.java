// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where no load can go over HandlerSocket, JDBC sends the statements that it sends without this library. */
class ProofsInVainTest {

    private record Situation(String name, FakeClient client, Map<String, Object> settings) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Situation> situations() {
        return Stream.of(
                new Situation(
                        "connections of an unknown source",
                        FakeClient.withAnn(),
                        Map.of(HandlerSocketSettings.TRUST_CONNECTIONS, false)),
                new Situation("an unknown server", FakeClient.withAnn().undiscovered(), Map.of()),
                new Situation("plans only", FakeClient.withAnn(), Map.of(HandlerSocketSettings.PLAN_ONLY, "made up")));
    }

    @ParameterizedTest
    @MethodSource("situations")
    void costNothing(Situation situation) {
        Map<String, Object> settings = new HashMap<>(situation.settings());
        settings.put(HandlerSocketSettings.CLIENT, situation.client());
        StubDatabase database = new StubDatabase();

        assertThat(statements(database, settings)).isEqualTo(statements(new StubDatabase(), Map.of()));
        assertThat(database.settingsAsked()).isZero();
        assertThat(situation.client().tablesAsked()).isZero();
    }

    private static List<String> statements(StubDatabase database, Map<String, Object> settings) {
        try (SessionFactory sessionFactory = Factories.offline(database.dataSource(), settings, Player.class)) {
            HandlerSocketLoads.of(sessionFactory)
                    .prepare()
                    .toCompletableFuture()
                    .join();
            for (int i = 0; i < 5; i++) {
                sessionFactory.inSession(session -> session.find(Player.class, 1L));
                sessionFactory.inTransaction(session -> session.find(Player.class, 1L));
                sessionFactory.inTransaction(
                        session -> session.createNativeMutationQuery("update player set score = score + 1")
                                .executeUpdate());
                sessionFactory.inTransaction(session ->
                        session.createNativeMutationQuery("set @level = 1").executeUpdate());
            }
        }
        return database.statements();
    }
}
