// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlNameTest {

    @Test
    void readsPlainAndQuotedNames() {
        assertThat(SqlName.of("player")).isEqualTo(new SqlName("", "player"));
        assertThat(SqlName.of("`order`")).isEqualTo(new SqlName("", "order"));
        assertThat(SqlName.of("game.player")).isEqualTo(new SqlName("game", "player"));
        assertThat(SqlName.of("`game`.play$er_1")).isEqualTo(new SqlName("game", "play$er_1"));
    }

    @Test
    void readsNothingElse() {
        for (String text : new String[] {
            "", "`player", "player`", "``", "a.b.c", "a.", ".b", "my player", "`my player`", "pl\u00e4yer", "(select 1)"
        }) {
            assertThat(SqlName.of(text)).as(text).isNull();
        }
    }
}
