// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlKindTest {

    private static final Set<String> VIEWS = Set.of("v_give", "game.v_give", "v give");

    private static SqlKind kind(String sql) {
        return new SqlKinds(name -> VIEWS.contains(name) ? TableKind.OTHER : TableKind.BASE).of(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select p1_0.id,p1_0.name from player p1_0 where p1_0.id=?",
                "SELECT 1",
                "  /* dynamic query */ select count(*) from t where a in (?,?) and b not in (select c from d)",
                "select 'for update' from t",
                "select `update`, \"x\" from `lock` where share=1",
                "(select a from t) union all (select b from u)",
                "select coalesce(max( a ),0) from t limit ?,?",
                "select nextval(game_seq)",
                "with c as (select 1) select * from c",
                "show variables like 'a'",
                "select 1;",
                "select t.update from t",
                "select a, b from t as x, u join w on (x.a=w.a) where x.c between 1 and 2 order by a, b limit 1, 2",
                "select extract(year from t.born), trim(both ' ' from t.name) from t",
                "select a from `game`.`t` where b=(select max(c) from u)",
                "select 1 from dual",
                "select `t`.a,`t`.`b`,t.`c`,`t`.*,t.*,1.5,.5,2. from `game`.t `t` join game.`u` on(`t`.a=u.b)",
                "select`a`from`t`where`b`=1",
                "select a from t where match (a) against ('x') and a in (1) and exists (select 1)",
                "select a from t for system_time as of '2020-01-01' where a in (1,2) order by a, b",
                "with v_give as (select 1 as g), d as (select g from v_give) select v_give.g from v_give, d",
                "with recursive v_give (g) as (select 1 union select g+1 from v_give where g<9) select g from v_give",
                "with c (a, b) as (select 1, 2), d (a) as (select a from c) select * from d",
                "with recursive c (a) as (select 1 union all select a+1 from c where a<9)(select a from c)",
                "select x.v from t join json_table(t.a,'$[*]' columns(v decimal(5,2) path '$')) x",
                "select cast(a as decimal(38,2)), cast(b as datetime(6)), insert(c,1,2,'x') from t use index (k)"
            })
    void plainReads(String sql) {
        assertThat(kind(sql)).isEqualTo(SqlKind.READ);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
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
                "select g from v_give",
                "select g from t, v_give",
                "select g from t left join v_give v on v.a=t.a",
                "select g from (t join v_give)",
                "select (select max(g) from v_give) from t",
                "select a from t where a in (select g from game.v_give)",
                "select g from `game`.`v_give`",
                "select g from `v give`",
                "with c as (select g from v_give) select * from c",
                "update v_give set g=1",
                "insert into t select g from v_give",
                "insert t values (1)",
                "delete from t where a=give()",
                "select a from lateral",
                "select datetime(6)",
                "select json_table(1) from t",
                "select 1 from t join u on json_table(1)",
                "select columns(1) from t",
                "select x.v from json_table(give(),'$' columns(v int path '$')) x",
                "with c (a) as (select give()) select a from c",
                "with c (a) as (select 1) select give (a) from c",
                "with c as (select 1) select * from v_give window v_give as (order by 1)",
                "set names utf8mb4",
                "execute immediate 'select 1'",
                "begin not atomic select 1; end",
                "select game .give_bonus(1)",
                "select game . max(1)",
                "select game. max(1)",
                "select `game`.give_bonus(1)",
                "select `game` .give_bonus(1)",
                "select `game`. max(1)",
                "select `game`.max(1)",
                "select 1give(1)",
                "select max (1)",
                "select now/**/()",
                "select \u0926\u0947(1)",
                "select [give](1)",
                "select g from `game`.v_give",
                "select g from `game` . `v_give`",
                "select g from `game` .`v_give`",
                "select g from game . v_give",
                "select g from game/**/.v_give",
                "with v_give as (select g from v_give) select * from v_give",
                "with v_give (g) as (select g from v_give) select * from v_give",
                "with c as (select g from v_give), v_give as (select 1) select * from c",
                "select g from t for system_time all, v_give",
                "select g from t for system_time as of now() as x, v_give",
                "select g from t use index for order by (a), v_give",
                "select g from t ignore index for group by (a), v_give",
                "select g from t as window, v_give",
                "-- note\n set sql_select_limit=0",
                "# note\n set sql_select_limit=0",
                "/*! set sql_select_limit=0 */",
                "/*M! set sql_select_limit=0 */",
                ""
            })
    void everythingElse(String sql) {
        assertThat(kind(sql)).isEqualTo(SqlKind.ANYTHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from t where id=? for update",
                "select * from t where id=? FOR  UPDATE skip locked",
                "select * from t for share",
                "select * from t lock in share mode",
                "insert into t values (1)",
                "insert into t (a,b) values (?,?)",
                "insert into t (a) values (?) on duplicate key update a=values(a)",
                "insert into t (a) values (?) returning id",
                "replace into t (a) values (1)",
                "update t set a=1, b=concat(b,?) where c in (1,2)",
                "update t as x set a=?",
                "delete from t where a=? and b is null"
            })
    void changesOfRows(String sql) {
        assertThat(kind(sql)).isEqualTo(SqlKind.WRITE);
    }

    @ParameterizedTest
    @CsvSource({"PLAIN, PLAIN_WRITE", "BASE, WRITE", "ASSUMED, WRITE", "OTHER, ANYTHING"})
    void aWriteCanChangeTheSessionOnlyByATrigger(TableKind table, SqlKind write) {
        SqlKinds kinds = new SqlKinds(name -> name.equals("plain") ? TableKind.PLAIN : table);
        for (String sql : List.of(
                "update player set name=? where id=?",
                "insert into player (id) values (?)",
                "delete from player where id=?",
                "select name from player p join plain on plain.id=p.id for update")) {
            assertThat(kinds.ofPrepared(sql)).as(sql).isEqualTo(write);
        }
        assertThat(kinds.ofPrepared("select name from plain where id=?")).isEqualTo(SqlKind.READ);
    }

    @Test
    void tablesThatAreAssumed() {
        SqlKinds kinds = new SqlKinds(name -> TableKind.ASSUMED);
        assertThat(kinds.of("select name from player where id=?")).isEqualTo(SqlKind.ASSUMED_READ);
        assertThat(kinds.of("update player set name=? where id=?")).isEqualTo(SqlKind.WRITE);
        assertThat(kinds.of("call f()")).isEqualTo(SqlKind.ANYTHING);
        assertThat(kinds.of("select 1")).isEqualTo(SqlKind.READ);
    }

    @Test
    void remembersOnlyShortTextsWithoutLiterals() {
        SqlKinds kinds = new SqlKinds(name -> TableKind.BASE);
        String sql = "select name from player where id=?";
        String escaped = "select id from player where name like ? escape '\\\\' limit ?";
        for (String plain : new String[] {sql, escaped}) {
            assertThat(kinds.ofPrepared(plain)).isEqualTo(SqlKind.READ);
            assertThat(kinds.remembered.get(plain)).isNotNull();
        }
        for (String other : new String[] {
            "select id from player where name='ann'",
            "select id from player where name=\"ann\"",
            "select id from player where id in (" + "?,".repeat(SqlKinds.MAX_LENGTH) + "?)"
        }) {
            assertThat(kinds.ofPrepared(other)).isEqualTo(SqlKind.READ);
            assertThat(kinds.remembered.get(other)).isNull();
            assertThat(kinds.ofObject(other))
                    .as("while the application keeps the object, it is not parsed again")
                    .isNotNull();
            assertThat(kinds.ofObject(String.valueOf(other.toCharArray()))).isNull();
            assertThat(kinds.ofPrepared(other)).isEqualTo(SqlKind.READ);
        }
    }

    @Test
    void theKindOfAKnownTextFollowsItsTables() {
        AtomicReference<TableKind> kind = new AtomicReference<>(TableKind.ASSUMED);
        SqlKinds kinds = new SqlKinds(name -> kind.get());
        String sql = "select id from player where name='ann'";
        assertThat(kinds.ofPrepared(sql)).isEqualTo(SqlKind.ASSUMED_READ);
        kind.set(TableKind.OTHER);
        assertThat(kinds.ofPrepared(sql)).isEqualTo(SqlKind.ANYTHING);
        kind.set(TableKind.BASE);
        assertThat(kinds.ofPrepared(sql)).isEqualTo(SqlKind.READ);
    }

    @Test
    void remembersANewStatementAfterManyOthers() {
        SqlKinds kinds = new SqlKinds(name -> TableKind.BASE);
        String used = "select name from player where id=?";
        kinds.ofPrepared(used);
        for (int i = 0; i < 2 * SqlKinds.MAX_REMEMBERED; i++) {
            kinds.ofPrepared(used + " limit " + i);
            kinds.ofPrepared(used);
        }
        assertThat(kinds.remembered.get(used)).isNotNull();
        assertThat(kinds.remembered.get(used + " limit 0")).isNull();
    }
}
