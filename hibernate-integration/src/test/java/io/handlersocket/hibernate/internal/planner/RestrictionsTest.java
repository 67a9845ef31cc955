// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RestrictionsTest {

    private final SessionFactory sessionFactory =
            Factories.offline(new StubDatabase().dataSource(), Map.of(), Player.class);
    private final Restrictions restrictions =
            new Restrictions((SessionFactoryImplementor) sessionFactory, new StringBuilder(), new ArrayList<>());

    @AfterEach
    void close() {
        sessionFactory.close();
    }

    @Test
    void readsColumnsThatEqualConstants() {
        restrictions.addFragment("(p1_0.realm = 1 and p1_0.state='OPEN' and p1_0.gone is null)");

        assertThat(restrictions.of("p1_0"))
                .containsExactly(
                        new Restriction(new SqlText.ColumnName("p1_0", "realm"), 1L),
                        new Restriction(new SqlText.ColumnName("p1_0", "state"), "OPEN"),
                        new Restriction(new SqlText.ColumnName("p1_0", "gone"), null));
    }

    @Test
    void refusesAParameterThatNothingBinds() {
        assertThatThrownBy(() -> restrictions.addFragment("p1_0.realm = ?"))
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessageContaining("p1_0.realm = ?");
    }

    @Test
    void refusesMoreThanEqualColumns() {
        for (String fragment : new String[] {
            "p1_0.realm = 1 or 1=1", "p1_0.realm > 1", "lower(p1_0.state) = 'open'", "(p1_0.realm = 1) or 1=1",
            "p1_0.state = 'it''s'", "p1_0.realm = 1 /* x */", "not p1_0.realm = 1", "p1_0.realm = 1.5"
        }) {
            assertThatThrownBy(() -> restrictions.addFragment(fragment))
                    .as(fragment)
                    .isInstanceOf(LeftToJdbcException.class);
        }
    }
}
