// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsTest {

    @ParameterizedTest
    @CsvSource({
        "game, BASE TABLE, InnoDB, false, ",
        "game, BASE TABLE, Aria, false, ",
        "game, BASE TABLE, MyISAM, false, ",
        "game, BASE TABLE, ROCKSDB, false, ",
        "game, VIEW, '', false, a view; HandlerSocket reads tables only",
        "game, SYSTEM VERSIONED, InnoDB, false, a system-versioned table",
        "game, SEQUENCE, InnoDB, false, a sequence; HandlerSocket reads tables only",
        "game, BASE TABLE, InnoDB, true, a partitioned table",
        "game, BASE TABLE, SPIDER, false, a table of engine SPIDER",
        "MySQL, BASE TABLE, InnoDB, false, a table of the system schema MySQL",
        "information_schema, BASE TABLE, InnoDB, false, a table of the system schema",
        "performance_schema, BASE TABLE, InnoDB, false, a table of the system schema",
        "sys, BASE TABLE, InnoDB, false, a table of the system schema"
    })
    void refusesEveryTableThatIsNotKnownToBeSafe(
            String schema, String kind, String engine, boolean partitioned, @Nullable String reason) {
        Table table = new Table(new TableName(schema, "t"), kind, engine, partitioned, List.of(), List.of());
        if (reason == null) {
            assertThat(Refusals.of(table)).isEmpty();
        } else {
            assertThat(Refusals.of(table))
                    .hasValueSatisfying(text -> assertThat(text).startsWith(reason));
        }
    }

    @Test
    void refusesIndexesThatAreNotSortedByTheWholeKey() {
        assertThat(Refusals.of(index("BTREE", 0, 0))).isEmpty();
        assertThat(Refusals.of(index("LSMTREE", 0))).isEmpty();
        for (String type : List.of("HASH", "FULLTEXT", "SPATIAL", "RTREE")) {
            assertThat(Refusals.of(index(type, 0))).contains("index k is " + type + ", not BTREE");
        }
        assertThat(Refusals.of(index("BTREE", 0, 10))).contains("index k covers only the first 10 characters of c1");
    }

    private static IndexDefinition index(String type, int... prefixes) {
        List<IndexPart> parts = new ArrayList<>();
        for (int i = 0; i < prefixes.length; i++) {
            parts.add(new IndexPart("c" + i, prefixes[i], false));
        }
        return new IndexDefinition("k", true, type, parts);
    }
}
