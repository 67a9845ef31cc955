// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client that finds no row, at once; or one that refuses every table. */
final class StubClient {

    static final String SCHEMA = "stub";

    private static final ServerFacts SERVER = new ServerFacts(
            "10.11.19-MariaDB",
            StubDatabase.IDENTITY,
            SCHEMA,
            "app@localhost",
            "127.0.0.1:3306",
            "UTC",
            "UTC",
            ZoneOffset.UTC,
            Instant.ofEpochSecond(Integer.MAX_VALUE),
            false,
            false,
            false,
            true,
            "",
            9998,
            0);

    private static final Map<String, Table> TABLES = Map.of(
            "user",
            table("user", List.of("user_id"), List.of("user_id", "user_name", "user_email", "created")),
            "team",
            table("team", List.of("team_id"), List.of("team_id")),
            "member",
            table("member", List.of("member_id", "team_id"), List.of("member_id", "nick", "team_id")));

    private StubClient() {}

    /** One that has the tables of the benchmarks. */
    static HandlerSocketClient empty() {
        return client(args -> CompletableFuture.completedFuture(TABLES.get(((TableName) args[0]).table())));
    }

    static HandlerSocketClient refusing() {
        return client(args -> CompletableFuture.failedFuture(new RefusedException("a stub")));
    }

    private static HandlerSocketClient client(Function<Object[], @Nullable Object> table) {
        return Stub.of(
                HandlerSocketClient.class,
                Map.of(
                        "server",
                        any -> Optional.of(SERVER),
                        "table",
                        table,
                        "openIndex",
                        args -> CompletableFuture.completedFuture(index((IndexSpec) args[0])),
                        "readTogether",
                        args -> ((List<?>) args[0])
                                .stream().map(any -> new Rows(List.of(), false)).toList(),
                        "firstAttempt",
                        any -> CompletableFuture.completedFuture(null)));
    }

    private static Index index(IndexSpec spec) {
        Table table = TABLES.get(spec.table().table());
        if (table == null) {
            throw new IllegalArgumentException(spec.toString());
        }
        List<Column> columns = spec.columns().stream()
                .map(name -> table.column(name).orElseThrow())
                .toList();
        return Stub.of(
                Index.class,
                Map.of(
                        "spec",
                        any -> spec,
                        "table",
                        any -> table,
                        "definition",
                        any -> table.index(spec.index()).orElseThrow(),
                        "columns",
                        any -> columns,
                        "isOpen",
                        any -> true,
                        "tryOpen",
                        any -> true,
                        "find",
                        any -> Optional.empty()));
    }

    /** @param keys the column of the primary key, then those of further indexes */
    private static Table table(String name, List<String> keys, List<String> columns) {
        return new Table(
                new TableName(SCHEMA, name),
                "BASE TABLE",
                "InnoDB",
                false,
                columns.stream().map(StubClient::column).toList(),
                keys.stream().map(key -> index(key, key.equals(keys.get(0)))).toList());
    }

    private static IndexDefinition index(String column, boolean primary) {
        return new IndexDefinition(
                primary ? IndexDefinition.PRIMARY : column, primary, "BTREE", List.of(new IndexPart(column, 0, false)));
    }

    private static Column column(String name) {
        String type = name.endsWith("_id") ? "int" : name.equals("created") ? "datetime" : "varchar";
        boolean text = type.equals("varchar");
        return new Column(
                name,
                type,
                text ? "varchar(255)" : type,
                false,
                false,
                text ? 255 : 0,
                text ? 1020 : 0,
                0,
                0,
                0,
                text ? "utf8mb4" : null,
                text ? new Collation("utf8mb4_general_ci", true, true, false, true) : null,
                true,
                false,
                List.of());
    }
}
