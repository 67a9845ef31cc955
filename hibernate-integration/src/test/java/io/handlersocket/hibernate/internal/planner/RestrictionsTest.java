// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestrictionsTest {

    private static List<Restriction> restrictions(String fragment, int bound) {
        Restrictions restrictions = new Restrictions(new ArrayList<>());
        restrictions.add(fragment, bound);
        SqlText text = new SqlText("p1_0.id=? and " + fragment + " and p1_0.n=?");
        KeyCondition condition = new KeyCondition(Condition.of(text, restrictions), "p1_0");
        assertThat(text.isAtEnd()).isTrue();
        assertThat(condition.key()).containsExactly("id", "n");
        assertThat(condition.keys()).isDeepEqualTo(new int[][] {{0, bound + 1}});
        return condition.restrictions();
    }

    @Test
    void readsColumnsThatEqualConstants() {
        assertThat(restrictions("(p1_0.realm = 1 and p1_0.state='it''s' and p1_0.gone is null)", 0))
                .containsExactly(
                        new Restriction(new SqlText.ColumnName("p1_0", "realm"), 1L),
                        new Restriction(new SqlText.ColumnName("p1_0", "state"), "it's"),
                        new Restriction(new SqlText.ColumnName("p1_0", "gone"), null));
    }

    /** The same for all keys, so it is no part of them, and needs no index. */
    @Test
    void aParameterIsNoPartOfTheKey() {
        assertThat(restrictions("p1_0.realm=?", 1))
                .containsExactly(new Restriction(new SqlText.ColumnName("p1_0", "realm"), new Lookup.Parameter(1)));
    }

    @Test
    void refusesAParameterThatNothingBinds() {
        assertThatThrownBy(() -> restrictions("p1_0.realm = ?", 0))
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessageContaining("p1_0.realm = ?");
    }

    @Test
    void refusesMoreThanEqualColumns() {
        for (String fragment : new String[] {
            "p1_0.realm = 1 or 1=1", "p1_0.realm > 1", "lower(p1_0.state) = 'open'", "(p1_0.realm = 1) or 1=1",
            "p1_0.state = 'it\\'s'", "p1_0.realm = 1 /* x */", "not p1_0.realm = 1", "p1_0.realm = 1.5"
        }) {
            assertThatThrownBy(() -> restrictions(fragment, 0)).as(fragment).isInstanceOf(LeftToJdbcException.class);
        }
    }

    @Test
    void saysWhichColumnHasAnUnusualName() {
        SqlText text = new SqlText("p1_0.`my id`=?");
        assertThatThrownBy(() -> Condition.of(text, Restrictions.NONE))
                .hasMessage("column `my id` has an unusual name");
    }

    @Test
    void readsTextsOfAnyLength() {
        String written = "it''s a \\\\ ".repeat(20_000);
        SqlText text = new SqlText("p1_0.name='" + written + "'");
        Condition condition = Condition.of(text, Restrictions.NONE);
        assertThat(text.isAtEnd()).isTrue();
        assertThat(condition.compared().get(0).value()).isEqualTo("it's a \\ ".repeat(20_000));
    }
}
