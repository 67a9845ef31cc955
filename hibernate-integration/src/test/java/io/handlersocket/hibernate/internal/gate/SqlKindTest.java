// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlKindTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select p1_0.id,p1_0.name from player p1_0 where p1_0.id=?",
                "SELECT 1",
                "  /* dynamic query */ select count(*) from t where a in (?,?) and b not in (select c from d)",
                "select 'for update' from t",
                "select `update`, \"x\" from `lock` where share=1",
                "(select a from t) union all (select b from u)",
                "select coalesce(max ( a ),0) from t limit ?,?",
                "select nextval(game_seq)",
                "with c as (select 1) select * from c",
                "show variables like 'a'",
                "select 1;",
                "select t.update from t"
            })
    void plainReads(String sql) {
        assertThat(SqlKind.of(sql)).isEqualTo(SqlKind.READ);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into t values (1)",
                "update t set a=1",
                "select * from t where id=? for update",
                "select * from t where id=? FOR  UPDATE skip locked",
                "select * from t for share",
                "select * from t lock in share mode",
                "select a into @x from t",
                "select a from t into outfile '/tmp/x'",
                "select give_bonus(1)",
                "select game.give_bonus (1)",
                "select `give_bonus`(1)",
                "select \"give_bonus\"(1)",
                "select 1; delete from t",
                "select 1 /*! for update */",
                "/*M!100100 delete */ select 1",
                "select 1 -- it's\n for update -- '",
                "select 1 # it's\n for update",
                "select 'it\\' for update -- '",
                "select 'open",
                "call p()",
                "{call p()}",
                "begin",
                "create table x (a int)",
                "start transaction with consistent snapshot",
                "explain select 1",
                "set statement max_statement_time=1 for select 1",
                "create temporary table if not exists HT_player (id int)",
                ""
            })
    void everythingElse(String sql) {
        assertThat(SqlKind.of(sql)).isEqualTo(SqlKind.WRITE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set transaction isolation level serializable",
                "set session transaction isolation level read committed",
                "set @@session.sql_mode=''",
                "set @a=1, sql_mode=''",
                "set @a=(select give_bonus(1))",
                "set autocommit=1",
                "set statement max_statement_time=1 for create temporary table x (a int)",
                "set session sql_mode=''",
                "set session foreign_key_checks=0, sql_mode=''",
                "set global foreign_key_checks=0",
                "use other",
                "lock tables t read",
                "create temporary table x (a int)",
                "create or replace temporary table x (a int)"
            })
    void changesOfTheSession(String sql) {
        assertThat(SqlKind.of(sql)).isEqualTo(SqlKind.SESSION);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set names utf8mb4",
                "SET @a = 1",
                "set @a := 'x'",
                "set session foreign_key_checks=0",
                "set @@session.max_statement_time = 5"
            })
    void harmlessSettings(String sql) {
        assertThat(SqlKind.of(sql)).isEqualTo(SqlKind.HARMLESS);
    }

    @Test
    void remembersOnlyShortTextsWithoutLiteralsAndNotTooMany() {
        SqlKinds kinds = new SqlKinds();
        String sql = "select name from player where id=?";
        assertThat(kinds.ofPrepared(sql)).isEqualTo(SqlKind.READ);
        assertThat(kinds.ofPrepared(sql)).isEqualTo(SqlKind.READ);
        assertThat(kinds.size()).isOne();
        for (String other : new String[] {
            "select id from player where name='ann'",
            "select id from player where name=\"ann\"",
            "select id from player where id in (" + "?,".repeat(SqlKinds.MAX_LENGTH) + "?)"
        }) {
            assertThat(kinds.ofPrepared(other)).isEqualTo(SqlKind.READ);
        }
        assertThat(kinds.size()).isOne();
        for (int i = 0; i < 2 * SqlKinds.MAX_REMEMBERED; i++) {
            kinds.ofPrepared(sql + " limit " + i);
        }
        assertThat(kinds.size()).isEqualTo(SqlKinds.MAX_REMEMBERED);
    }
}
