// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What SQL says of a table that makes the client refuse writes to it. */
class WriteRulesTest {

    private static final TableName NAME = new TableName("s", "t");

    private final FakeSql sql = FakeSql.writable()
            .row("TABLE_TYPE, ENGINE", 1, "s", "t", "BASE TABLE", "InnoDB", "")
            .row("DATA_TYPE", "id", "int", "int", null, null, 10, 0, null, null, null, "NO", "")
            .row("COLUMN_DEFAULT, EXTRA", "id", null, "auto_increment")
            .row("information_schema.STATISTICS", "PRIMARY", 0, "BTREE", "id", 0, "A")
            .row("USER_PRIVILEGES", 1)
            .row("SHOW CREATE TABLE", "t", "CREATE TABLE t (id INT COMMENT 'no CHECK (1)')");

    private WriteTable read() throws SQLException {
        return read(sql);
    }

    private static WriteTable read(FakeSql server) throws SQLException {
        SqlSession session = server.session();
        Table table = CatalogReader.read(session, NAME, new Collations(System::nanoTime));
        return WriteRules.read(session, table, "PRIMARY", CatalogFixture.SERVER);
    }

    private void assertRefused(String why) {
        assertThatThrownBy(this::read).isInstanceOf(RefusedException.class).hasMessageContaining(why);
    }

    @Test
    void aPlainTableMayBeWrittenTo() throws SQLException {
        assertThat(read().rule("id")).isEqualTo(new WriteTable.Rule(true, null, false));
    }

    @Test
    void defaultsAndUpdateTimesAreKnownByColumn() throws SQLException {
        sql.row("COLUMN_DEFAULT, EXTRA", "id", "7", "on update current_timestamp()");
        assertThat(read().rule("id")).isEqualTo(new WriteTable.Rule(false, "7", true));
        sql.row("COLUMN_DEFAULT, EXTRA", "id", "NULL", null);
        assertThat(read().rule("id")).isEqualTo(WriteFixture.PLAIN);
    }

    @Test
    void anotherEngineIsRefused() {
        sql.row("TABLE_TYPE, ENGINE", 1, "s", "t", "BASE TABLE", "MyISAM", "");
        assertRefused("engine MyISAM (expected InnoDB)");
    }

    @Test
    void aGeneratedColumnIsRefused() {
        sql.row("DATA_TYPE", "id", "int", "int", null, null, 10, 0, null, null, null, "NO", "1 + 1");
        assertRefused("id is generated");
    }

    @Test
    void aTriggerIsRefused() {
        sql.row("information_schema.TRIGGERS", "audit");
        assertRefused("trigger audit would not fire");
    }

    @Test
    void anAccountThatDoesNotSeeTriggersIsRefused() throws SQLException {
        FakeSql blind = FakeSql.writable()
                .row("TABLE_TYPE, ENGINE", 1, "s", "t", "BASE TABLE", "InnoDB", "")
                .row("DATA_TYPE", "id", "int", "int", null, null, 10, 0, null, null, null, "NO", "")
                .row("information_schema.STATISTICS", "PRIMARY", 0, "BTREE", "id", 0, "A");
        assertThatThrownBy(() -> read(blind))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("TRIGGER");
    }

    @Test
    void aCheckOrAPeriodIsRefusedUnlessItIsQuoted() {
        sql.row("SHOW CREATE TABLE", "t", "CREATE TABLE t (id INT CHECK (id > 0))");
        assertRefused("a CHECK");
        sql.row("SHOW CREATE TABLE", "t", "CREATE TABLE t (a DATE, b DATE, PERIOD FOR p (a, b))");
        assertRefused("a CHECK, or that a period ends");
    }

    @Test
    void aForeignKeyThatCascadesIsRefused() {
        sql.row("REFERENTIAL_CONSTRAINTS", "s.child.fk");
        assertRefused("foreign key s.child.fk cascades");
    }
}
