// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the client makes of rows of {@code information_schema}. */
class CatalogReaderTest {

    private static final TableName PLAYER = new TableName("game", "Player");

    private final FakeServer server = new FakeServer();

    @BeforeEach
    void rows() {
        names(1, "game", "Player");
        server.answers.put("information_schema.USER_PRIVILEGES", List.<Object[]>of(row(1)));
        server.answers.put("information_schema.TRIGGERS", List.of());
        server.answers.put(
                "information_schema.COLUMNS",
                List.of(
                        column("id", "INT", "INT(10) UNSIGNED", 10, 0, null, "NO", ""),
                        column("price", "decimal", "decimal(8,2) zerofill", 8, 2, null, "YES", null),
                        column("kind", "enum", "enum('a unsigned','it''s')", null, null, "utf8mb4_bin", "YES", "x")));
        server.answers.put(
                "information_schema.STATISTICS",
                List.of(
                        row("PRIMARY", 0, "BTREE", "id", null, "A"),
                        row("by_kind", 1, "BTREE", "kind", 10, "A"),
                        row("by_kind", 1, "BTREE", "price", null, "D")));
    }

    private void names(int exactly, String schema, String table) {
        server.answers.put(
                "information_schema.TABLES",
                List.<Object[]>of(row(exactly, schema, table, "BASE TABLE", "InnoDB", "PARTITIONED")));
    }

    private static Object[] column(
            String name,
            String dataType,
            String columnType,
            @Nullable Integer precision,
            @Nullable Integer scale,
            @Nullable String collation,
            String nullable,
            @Nullable String generation) {
        return row(
                name, dataType, columnType, null, null, precision, scale, null, null, collation, nullable, generation);
    }

    private Table read(TableName name) throws SQLException {
        return CatalogReader.read(server.session(), name, new Collations(System::nanoTime));
    }

    @Test
    void aTableMayHaveTriggersUnlessTheAccountWouldSeeThem() throws SQLException {
        assertThat(read(PLAYER).mayHaveTriggers()).isFalse();
        server.answers.put("information_schema.TRIGGERS", List.<Object[]>of(row("player_saved")));
        assertThat(read(PLAYER).mayHaveTriggers()).isTrue();
        server.answers.put("information_schema.TRIGGERS", List.of());
        server.answers.put("information_schema.USER_PRIVILEGES", List.of());
        assertThat(read(PLAYER).mayHaveTriggers()).isTrue();
    }

    @Test
    void aTableIsReadByItsExactName() throws SQLException {
        Table table = read(PLAYER);
        assertThat(table.name()).isEqualTo(PLAYER);
        assertThat(table.engine()).isEqualTo("InnoDB");
        assertThat(table.partitioned()).isTrue();
        assertThatThrownBy(() -> read(new TableName("game", "player")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no such table");
    }

    @Test
    void whereTheServerIgnoresCaseTheNameIsTheServers() throws SQLException {
        names(0, "game", "player");
        assertThat(CatalogReader.spelling(server.session(), PLAYER)).contains(new TableName("game", "player"));
        assertThat(read(PLAYER).name()).isEqualTo(new TableName("game", "player"));
    }

    @Test
    void aTypeIsReadWithoutRegardToCase() throws SQLException {
        Column id = read(PLAYER).columns().get(0);
        assertThat(id.dataType()).isEqualTo("int");
        assertThat(id.unsigned()).isTrue();
        assertThat(id.scale()).isZero();
        assertThat(id.nullable()).isFalse();
        assertThat(id.generated()).isFalse();
        assertThat(read(PLAYER).columns().get(1).zerofill()).isTrue();
    }

    @Test
    void labelsAreNotTakenForPartsOfTheType() throws SQLException {
        Column kind = read(PLAYER).columns().get(2);
        assertThat(kind.labels()).containsExactly("a unsigned", "it's");
        assertThat(kind.unsigned()).isFalse();
        assertThat(kind.scale()).as("has none").isEqualTo(-1);
        assertThat(kind.generated()).isTrue();
        assertThat(Objects.requireNonNull(kind.collation()).known())
                .as("not asked")
                .isFalse();
    }

    @Test
    void rowsOfAnIndexAreItsPartsInOrder() throws SQLException {
        List<IndexDefinition> indexes = read(PLAYER).indexes();
        assertThat(indexes).extracting(IndexDefinition::name).containsExactly("PRIMARY", "by_kind");
        assertThat(indexes).extracting(IndexDefinition::unique).containsExactly(true, false);
        assertThat(indexes.get(1).parts()).extracting(IndexPart::column).containsExactly("kind", "price");
    }
}
