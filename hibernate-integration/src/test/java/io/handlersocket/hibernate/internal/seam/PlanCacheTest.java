// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** Statements that run once, such as those with constants, do not keep later ones from being planned once. */
class PlanCacheTest {

    /** More than are kept. */
    private static final int PASSING = 2_100;

    private static final int TIMES = 10;

    private final AtomicLong planned = new AtomicLong();

    @Test
    void aNewStatementIsPlannedOnceAfterManyOthers() {
        try (SessionFactory sessionFactory = Factories.offline(
                        new StubDatabase().dataSource(),
                        Map.of(HandlerSocketSettings.CLIENT, FakeClient.withAnn(), PlanningCounter.SETTING, planned),
                        Player.class);
                Session session = sessionFactory.openSession()) {
            for (int i = 0; i < PASSING; i++) {
                load(session, " and p.score = " + i);
            }
            load(session, "");
            assertThat(planned).hasValueGreaterThanOrEqualTo(PASSING);
            planned.set(0);
            for (int i = 0; i < TIMES; i++) {
                load(session, "");
            }
            assertThat(planned).hasValue(0);
        }
    }

    /** Hibernate renders a query with a list each time. */
    private static void load(Session session, String condition) {
        session.createSelectionQuery("from Player p where p.id in (:ids)" + condition, Player.class)
                .setParameterList("ids", List.of(1L, 2L))
                .getResultList();
    }
}
