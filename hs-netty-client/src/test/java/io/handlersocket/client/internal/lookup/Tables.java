// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An InnoDB table {@code game.member (guild INT, player INT, score INT NULL)}, whose indexes a test names. */
final class Tables {

    static final TableName MEMBER = new TableName("game", "member");

    /** Reports nothing. */
    static final ClientListener SILENT = new ClientListener() {};

    private Tables() {}

    static IndexDefinition index(String name, boolean unique, String... columns) {
        List<IndexPart> parts = Arrays.stream(columns)
                .<IndexPart>map(column -> new IndexPart(column, 0, false))
                .toList();
        return new IndexDefinition(name, unique, "BTREE", parts);
    }

    /** The first of these indexes, opened under id 7. */
    static OpenedIndex opened(IndexDefinition first, IndexDefinition... others) {
        List<Column> columns = List.of(
                CatalogFixture.column("guild", "int", false),
                CatalogFixture.column("player", "int", false),
                CatalogFixture.column("score", "int", true));
        List<IndexDefinition> indexes = new ArrayList<>(List.of(first));
        indexes.addAll(List.of(others));
        return opened(columns, indexes);
    }

    /** The primary key of a table with one column, opened under id 7. */
    static OpenedIndex opened(Column key) {
        return opened(List.of(key), List.of(index("PRIMARY", true, key.name())));
    }

    private static OpenedIndex opened(List<Column> columns, List<IndexDefinition> indexes) {
        String index = indexes.get(0).name();
        Table table = new Table(MEMBER, "BASE TABLE", "InnoDB", false, columns, indexes);
        ReplyLayout layout = ReplyLayout.of(table, index, true, CatalogFixture.SERVER);
        return new OpenedIndex(new WireIndex(7, MEMBER, index, layout.columnNames()), layout);
    }
}
