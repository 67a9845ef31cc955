// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.catalog.TextOrder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records behind the interfaces of {@code io.handlersocket.client.catalog}, as the server described them. */
public final class CatalogRecords {

    private CatalogRecords() {}

    public record DefaultCollation(
            String name,
            boolean known,
            boolean padded,
            boolean binary,
            boolean oneWeightEach,
            Optional<TextOrder> textOrder)
            implements Collation {

        public DefaultCollation(String name, boolean known, boolean padded, boolean binary, boolean oneWeightEach) {
            this(name, known, padded, binary, oneWeightEach, Optional.empty());
        }

        public Collation with(Optional<TextOrder> order) {
            return new DefaultCollation(name, known, padded, binary, oneWeightEach, order);
        }

        public static Collation unknown(String name) {
            return new DefaultCollation(name, false, false, false, false);
        }
    }

    public record DefaultColumn(
            String name,
            String dataType,
            String columnType,
            boolean unsigned,
            boolean zerofill,
            long length,
            long octetLength,
            int precision,
            int scale,
            int fractionDigits,
            @Nullable String charset,
            @Nullable Collation collation,
            boolean nullable,
            boolean generated,
            List<String> labels)
            implements Column {

        public DefaultColumn {
            labels = List.copyOf(labels);
        }
    }

    public record DefaultIndexDefinition(String name, boolean unique, String type, List<IndexPart> parts)
            implements IndexDefinition {

        public DefaultIndexDefinition {
            parts = List.copyOf(parts);
        }
    }

    public record DefaultIndexPart(String column, int prefixLength, boolean descending) implements IndexPart {}

    public record DefaultServerFacts(
            String version,
            String identity,
            String schema,
            String account,
            String sqlAddress,
            String systemTimeZone,
            String sessionTimeZone,
            @Nullable ZoneOffset zoneOffset,
            @Nullable Instant lastTimestamp,
            boolean binaryLog,
            boolean readOnly,
            boolean galera,
            boolean plugin,
            String address,
            int readPort,
            int writePort)
            implements ServerFacts {}

    public record DefaultTable(
            TableName name,
            String kind,
            String engine,
            boolean partitioned,
            boolean mayHaveTriggers,
            List<Column> columns,
            List<IndexDefinition> indexes)
            implements Table {

        /** A table whose triggers are unknown. */
        public DefaultTable(
                TableName name,
                String kind,
                String engine,
                boolean partitioned,
                List<Column> columns,
                List<IndexDefinition> indexes) {
            this(name, kind, engine, partitioned, true, columns, indexes);
        }

        public DefaultTable {
            columns = List.copyOf(columns);
            indexes = List.copyOf(indexes);
        }
    }
}
